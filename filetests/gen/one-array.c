// test: gen
// Several pointers into one array: lengths fixed by contracts, ranges, structures side by side.
/*@ requires \valid(a+(0..9)) && \valid(b+(0..9)); */
int fixed(int *a, int *b) { a[3] = 1; b[4] = 2; if (a[3] == 2) return 1; if (a[3] == 3) return 2; return 0; }
/*@ requires \valid(a+(0..9)); */
int one_fixed(int *a, int *b) { a[3] = 1; b[4] = 2; if (a[3] == 2) return 1; if (a[3] == 3) return 2; return 0; }
/*@ requires \valid(a+(0..9)) && \valid(b+(0..9)) && \separated(a+(0..9), b+(0..9)); */
int separated(int *a, int *b) { a[3] = 1; b[4] = 2; if (a[3] == 2) return 1; return 0; }
/*@ requires \valid(a+(0..9)) && \valid(b+(0..9)); */
int restricted(int *restrict a, int *restrict b) { a[3] = 1; b[4] = 2; if (a[3] == 2) return 1; return 0; }
/*@ requires 2 <= n <= 4 && \valid(a+(0..n-1)) && \valid(b+(0..n-1)); */
int counted(int *a, int *b, int n) { int last = b[n - 1]; for (int i = 0; i < n; i++) a[i] = 0; if (b[n - 1] != last) return 1; return 0; }
/*@ requires n >= 0 && \valid(d+(0..n-1)) && \valid_read(s+(0..n-1)); */
void copy(char *d, const char *s, int n) { if (d < s) for (int i = 0; i < n; i++) d[i] = s[i]; else while (n > 0) { n--; d[n] = s[n]; } }
int beyond(int *a, int *b) { a[0] = 1; b[1] = 2; if (a[0] == 3) return 1; return 0; }
int sum(const int *p, const int *end) { unsigned s = 0; while (p != end) s += *p++; return s == 7; }
int sum_below(const int *p, const int *end) { unsigned s = 0; for (; p < end; ++p) s += *p; return s == 7; }
int backwards(const int *end, const int *start) { while (end != start) if (*--end == 5) return 1; return 0; }
struct item { int key; char tag; };
int find(const struct item *p, const struct item *end, int key) { for (; p != end; p++) if (p->key == key) return p->tag; return -1; }
int place(const struct item *base, const struct item *cur) { if (cur - base == 2) return cur->key == base[2].tag; return 0; }
int neighbour(struct item *p, struct item *q) { if (q == p + 1) { q->key = 3; if (p[1].key == 3) return 1; return 2; } return 0; }
int strangers(struct item *p, struct item *q) { p->key = 1; q->key = 2; if (p->key == 2) return 1; return 0; }
struct large { int v[10]; };
/*@ requires \valid(a+(0..9)); */
struct large whole(int *a) { struct large r = { { 0 } }; if (a[9] == 4) r.v[1] = 1; return r; }
struct range { const int *begin, *end; };
int within(const struct range *r) { int n = 0; for (const int *p = r->begin; p != r->end; p++) n ^= *p; return n; }
struct egnar { const int *end, *begin; };
int turned(const struct egnar *r) { int n = 0; for (const int *p = r->begin; p != r->end; p++) n ^= *p; return n; }
// gen: within branch covered=2 findings=0
// gen: turned branch covered=2 findings=0
// gen: fixed branch covered=3 infeasible=1
// gen: one_fixed branch covered=3 infeasible=1
// gen: separated branch covered=1 infeasible=1
// gen: restricted branch covered=1 infeasible=1
// gen: counted branch covered=4
// gen: copy branch covered=6
// gen: beyond branch covered=1 infeasible=1
// gen: sum branch covered=2 findings=0
// gen: sum_below branch covered=2 findings=0
// gen: backwards branch covered=4 findings=0
// gen: find branch covered=4 findings=0
// gen: place branch covered=2 findings=0
// gen: neighbour branch covered=3 infeasible=1
// gen: strangers branch covered=2
// gen: whole branch covered=2
