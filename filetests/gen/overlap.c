// test: gen
// Arrays behind parameters that overlap, and those that cannot.
#include <string.h>
int two(int *p, int *q) { *p = 1; *q = 2; if (*p == 2) return 1; return 0; }
int mid(int *p, int *q) { p[0] = 5; p[1] = 6; q[0] = 7; if (p[1] == 7) return 1; if (q[1] == 5) return 2; return 0; }
int mv(char *d, char *s) { s[0] = 'a'; s[1] = 'b'; s[2] = 'c'; memmove(d, s, 2); if (s[1] == 'a') return 1; if (s[0] == 'b') return 2; return 0; }
int idx(int *a, int i, int j) { if (i < 0 || i > 3 || j < 0 || j > 3) return -1; a[i] = j; a[a[i]] = 9; if (a[i] == 9) return 1; return 0; }
int nr(int *restrict p, int *restrict q) { *p = 1; *q = 2; if (*p == 2) return 1; return 0; }
/*@ requires \separated(p, q); */
int sp(int *p, int *q) { *p = 1; *q = 2; if (*p == 2) return 1; return 0; }
int ro(const int *p, const int *q) { if (*p == 3 && *q == 4 && *p == *q) return 1; return 0; }
int three(int *a, int *b, int *c) { *a = 1; *b = 2; *c = 3; if (*a == 3 && *b == 3) return 1; if (*a == 2) return 2; if (*a == 3) return 3; return 0; }
// gen: two branch covered=2
// gen: mid branch covered=4
// gen: mv branch covered=4
// gen: idx branch covered=10
// gen: nr branch covered=1 infeasible=1
// gen: sp branch covered=1 infeasible=1
// gen: ro branch covered=5 infeasible=1
// gen: three branch covered=8
