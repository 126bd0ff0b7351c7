// test: gen
// Two names for one thing, in many ways; judged by all small heaps (`cargo xtask heaps`).
#include <string.h>
struct s { int x; int y; };
struct node { int v; struct node *next; };
struct two { struct node *a, *b; };
union u { int i; float f; unsigned char c[4]; short h[2]; };
struct arrp { int *e[3]; };
struct m { int a[2][2]; int k; };
struct link { struct link *next; };
struct vec { int *data; int len; };
int g; int *gp; struct node *head; int mat[2][2]; struct s gs; int *tabp[2];
int mm(char *d, const char *s) { char t0 = s[0], t1 = s[1], t2 = s[2]; d[0] = t0; d[1] = s[1]; d[2] = s[2]; if (d[1] != t1) return 1; if (d[2] != t2) return 2; return 0; }
int lm(int *a, int *b) { int o = b[1]; memmove(a, b, 2 * sizeof(int)); if (a[0] == b[1] && b[1] != o) return 1; if (b[0] != a[0]) return 2; return 0; }
int sw(int *a, int *b) { if (*a == *b) return 9; *a ^= *b; *b ^= *a; *a ^= *b; if (*a == 0) return 1; return 0; }
int swp(int *a, int *b) { int t = *a; int u = *b; *a = *b; *b = t; if (*a != u) return 1; if (*b != t) return 2; return 0; }
int del(struct node **pp, int k) { int n = 0; while (*pp && n < 3) { if ((*pp)->v == k) { *pp = (*pp)->next; n += 10; } else pp = &(*pp)->next; n++; } return n; }
int mid(int *p, int *q) { p[2] = 1; *q = 2; p[2] += *q; if (p[2] == 4) return 1; if (p[2] == 3) return 2; return 0; }
int mem(struct s *a, struct s *b) { a->x = 1; b->y = 2; a->y = 3; b->x = 4; if (a->x == 4) { if (b->y == 2) return 1; return 2; } if (a->x == 1) return 3; return 4; }
int un(union u *a, union u *b) { a->i = 0; b->c[1] = 1; if (a->i == 256) return 1; if (a->i == 0) return 2; if (a->h[0] == 256) return 3; return 4; }
int uni(union u *a, int *p) { a->i = 1; *p = 2; if (a->i == 2) return 1; if (a->c[0] == 1) return 2; return 3; }
int unf(union u *a, float *p) { a->i = 0; *p = 1.0f; if (a->i == 0x3f800000) return 1; if (a->i == 0) return 2; return 3; }
int td(int (*a)[2], int (*b)[2]) { a[1][0] = 1; b[0][0] = 2; if (a[1][0] == 2) return 1; return 0; }
int td2(int (*a)[2], int *p) { a[0][1] = 1; p[1] = 2; p[0] = 3; if (a[0][1] == 2) return 1; if (a[0][1] == 3) return 2; return 0; }
int ap(struct arrp *a) { if (!a->e[0] || !a->e[1] || !a->e[2]) return 9; *a->e[0] = 1; *a->e[1] = 2; *a->e[2] = 3; if (*a->e[0] == 2) return 1; if (*a->e[0] == 3) return 2; if (*a->e[1] == 3) return 3; return 0; }
int ap2(int **t) { *t[0] = 1; *t[1] = 2; if (*t[0] == 2) return 1; if (t[0] == t[1]) return 2; return 0; }
int ppe(int **a, int **b) { int x = 1, y = 2; *a = &x; *b = &y; if (**a == 2) return 1; if (a == b) return 2; return 0; }
int ppv(int **a, int **b) { **a = 1; **b = 2; if (**a == 2) { if (a != b) return 1; return 2; } return 0; }
int gv(int *p) { g = 1; *p = 5; if (g == 5) { p = 0; return 1; } if (g != 1) return 2; return 0; }
int gpv(int *p) { if (!gp) return 9; *gp = 1; *p = 2; if (*gp == 2) return 1; return 0; }
int ghead(struct node *n) { if (!head || !n) return 9; head->v = 1; n->v = 2; if (head->v == 2) return 1; if (head->next == n) return 2; return 0; }
int gpp(int **p) { *p = &g; if (gp == &g && p == &gp) return 1; if (gp == &g) return 2; return 0; }
int gmat(int *p, int i) { if (i < 0 || i > 1) return 9; mat[i][1] = 1; *p = 2; if (mat[i][1] == 2) return 1; return 0; }
int st(struct two *t) { if (!t->a || !t->b) return 9; t->a->v = 1; t->b->v = 2; if (t->a->v == 2 && t->a->next == t->b) return 1; if (t->a->v == 2) return 2; return 0; }
int na(struct m *q, int *p) { q->a[1][0] = 1; *p = 2; q->k = 3; if (q->a[1][0] == 2) return 1; if (*p == 3) return 2; return 0; }
int ve(struct vec *v) { if (!v->data) return 9; v->len = 1; v->data[0] = 2; if (v->len == 2) return 1; return 0; }
int ve2(struct vec *v, int *p) { v->len = 1; *p = 2; if (v->len == 2) return 1; if (v->data == p) return 2; return 0; }
int lk(struct link **pp, struct link *q) { struct link *o = q->next; *pp = 0; if (o && !q->next) return 1; return 0; }
int wb(const int *p, int *q) { int a = p[0] + 0; *q = a ^ 1; int b = p[0]; if (a != b) return 1; return 0; }
int th(int *a, int *b, int *c) { *a = 1; *b = 2; *c = 3; if (*a == 3 && *b == 3) return 1; if (*a == 2 && *c == 3) return 2; if (*a == 1 && *b == 3) return 3; if (*a == 3 && *b == 2) return 4; if (*a == 2 && *b == 3) return 5; return 0; }
int cm(int *p, struct s *q, struct s *r) { q->x = 1; r->x = 2; *p = 3; if (q->x == 3 && r->x == 3) return 1; if (q->x == 3 && r->x == 2) return 2; if (q->x == 2) return 3; return 0; }
int ad(struct s *q, int *p) { if (p == &q->x) { if (*p == q->x) return 1; return 2; } if (p == &q->y) return 3; return 0; }
int sto(struct vec *v, int *p) { v->data = p; *v->data = 1; v->len = 2; if (*p == 2) return 1; return 0; }
int outp(struct node *l, int *n) { *n = 0; for (int k = 0; l && k < 3; k++) { (*n)++; if (l->v == 7) return 1; l = l->next; } return 0; }
int dps(struct s **a, struct s *b) { if (!*a) return 9; (*a)->x = 1; b->x = 2; if ((*a)->x == 2) return 1; *a = b; b->x = 5; if ((*a)->x != 5) return 2; return 0; }
int tp(int *p) { if (!tabp[0] || !tabp[1]) return 9; *tabp[0] = 1; *tabp[1] = 2; *p = 3; if (*tabp[0] == 3 && *tabp[1] == 2) return 1; if (*tabp[0] == 2) return 2; return 0; }
int cv(char *c, struct s *q) { q->x = 0; *c = 1; if (q->x == 1) return 1; return 0; }
int sh(short *p, union u *q) { q->i = 0; *p = 1; if (q->i == 65536) return 1; if (q->i == 1) return 2; return 0; }
int sa(struct s *a, struct s *b) { struct s t = *a; a->x = 1; *a = *b; if (a->x == 1) return 1; if (a->y != t.y) return 2; return 0; }
// gen: mm branch covered=4
// gen: lm branch covered=6
// gen: sw branch covered=4
// gen: swp branch covered=2 infeasible=2
// gen: del branch covered=6
// gen: mid branch covered=3 infeasible=1
// gen: mem branch covered=4 infeasible=2
// gen: un branch covered=3 infeasible=3
// gen: uni branch covered=3 infeasible=1
// gen: unf branch covered=3 infeasible=1
// gen: td branch covered=2
// gen: td2 branch covered=4
// gen: ap branch covered=12
// gen: ap2 branch covered=3 infeasible=1
// gen: ppe branch covered=3 infeasible=1
// gen: ppv branch covered=4
// gen: gv branch covered=3 infeasible=1
// gen: gpv branch covered=4
// gen: ghead branch covered=8
// gen: gpp branch covered=6
// gen: gmat branch covered=6
// gen: st branch covered=10
// gen: na branch covered=4
// gen: ve branch covered=4
// gen: ve2 branch covered=4
// gen: lk branch covered=4
// gen: wb branch covered=2
// gen: th branch covered=15 infeasible=5
// gen: cm branch covered=9 infeasible=1
// gen: ad branch covered=5 infeasible=1
// gen: sto branch covered=2
// gen: outp branch covered=6
// gen: dps branch covered=5 infeasible=1
// gen: tp branch covered=10
// gen: cv branch covered=1 unknown=1
// gen: sh branch covered=4
// gen: sa branch covered=4
