// test: gen
// Static variables that nothing in the unit changes keep their first value. The truths are found by hand.
static int tab[4] = {1, 2, 3, 4};
static const char *names[] = {"red", "green"};
static int level = 2;
int table(int i) { if (i < 0 || i > 3) return -1; if (tab[i] == 7) return 1; return 0; }
int name(unsigned i) { if (i >= 2 || level < 1) return -1; if (names[i][0] == 'x') return 1; return 0; }
// gen: table branch covered=5 infeasible=1 findings=0
// gen: name branch covered=4 infeasible=2 findings=0
