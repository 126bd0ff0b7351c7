// test: gen
// Calls inside calls, as deep as C's own stack lets them be in tests.
static int depth(int n) { if (n <= 0) return 0; return 1 + depth(n - 1); }
int named(int n) { if (n < 5000 && depth(n) == 1500) return 1; return 0; }
int computed(int n) { if (n < 5000 && depth(n) * 2 + 1 == 601) return 1; return 0; }
// gen: named branch covered=6
// gen: computed branch covered=6
