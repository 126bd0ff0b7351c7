// test: gen
// A pointer to void leads to something of its own also where the program has no characters. The truths are found by hand.
int f(void *p, int *q) { if (p == q) return 1; return 0; }
int g(void *p, void *q) { if (p == q) return 1; return 0; }
// gen: f branch covered=2 infeasible=0
// gen: g branch covered=2 infeasible=0
