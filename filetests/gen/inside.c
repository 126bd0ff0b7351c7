// test: gen
// Parameters that lead to a number, a pointer or a structure that is a part of what another holds.
struct s { int x; int y; };
struct in { int a; int b; };
struct out { int k; struct in i; };
struct h { int *x; int n; };
struct node { int v; struct node *next; };
struct rec { int k; int a[2]; };
int g;
int tab[4];
struct s gs;
int before(int *p, struct s *q) { *p = 1; q->x = 2; if (*p == 2) return 1; return 0; }
int after(struct s *q, int *p) { *p = 1; q->x = 2; if (*p == 2) return 1; return 0; }
int reads(const int *p, struct s *q) { int a = *p; q->y = 2; if (*p != a) return 1; return 0; }
int compares(int *p, struct s *q) { if (p == &q->y) return 1; return 0; }
int two(int *p, int *r, struct s *q) { *p = 1; *r = 2; q->x = 3; if (*p == 3 && *r == 3) return 1; if (*p == 2) return 2; return 0; }
static void set(int *to, int v) { *to = v; }
int called(struct s *q, int *p) { set(p, 1); set(&q->y, 2); if (*p == 2) return 1; return 0; }
int deep(int *p, struct node *q) { *p = 1; if (q && q->next) { q->next->v = 2; if (*p == 2) return 1; } return 0; }
int array(struct rec *q, int *p) { q->a[1] = 3; p[0] = 1; p[1] = 2; if (q->a[1] == 2) return 1; if (q->a[1] == 1) return 2; return 0; }
int many(struct s *q, int *p, int i) { if (i < 0 || i > 3) return -1; q[i].y = 5; *p = 6; if (q[i].y == 6) return 1; return 0; }
int rows(int (*a)[3], int *p, int i, int j) { if (i < 0 || i > 1 || j < 0 || j > 2) return -1; *p = 1; a[i][j] = 2; if (*p == 2) return 1; return 0; }
int global(int *p) { *p = 1; g = 2; if (*p == 2) return 1; return 0; }
int element(int *p, int i) { if (i < 0 || i > 3) return -1; *p = 1; tab[i] = 2; if (*p == 2) return 1; return 0; }
int member(int *p) { *p = 1; gs.y = 2; if (*p == 2) return 1; return 0; }
int inner_first(struct in *p, struct out *o) { p->a = 1; o->i.a = 2; if (p->a == 2) return 1; return 0; }
int inner_last(struct out *o, struct in *p) { p->a = 1; o->i.a = 2; if (p->a == 2) return 1; return 0; }
int pointer_first(int **pp, struct h *q) { q->x = &g; *pp = &tab[0]; if (q->x == &g) return 1; return 0; }
int pointer_last(struct h *q, int **pp) { q->x = &g; *pp = &tab[0]; if (q->x == &g) return 1; return 0; }
// What is kept apart, and what a run cannot tell.
int restricted(int *restrict p, struct s *q) { *p = 1; q->x = 2; if (*p == 2) return 1; return 0; }
int other_restricted(int *p, struct s *restrict q) { *p = 1; q->x = 2; if (*p == 2) return 1; return 0; }
/*@ requires \separated(p, q); */
int separated(int *p, struct s *q) { *p = 1; q->x = 2; if (*p == 2) return 1; return 0; }
int other_type(long *p, struct s *q) { *p = 1; q->x = 2; if (*p == 2) return 1; return 0; }
int never(int *p, struct s *q) { *p = 1; q->x = 2; if (*p == 3) return 1; return 0; }
// gen: before path feasible=2
// gen: before branch covered=2
// gen: after path feasible=2
// gen: reads path feasible=2
// gen: compares path feasible=2
// gen: two path feasible=4
// gen: called path feasible=2
// gen: deep path feasible=4
// gen: array branch covered=4 findings=0
// gen: many branch covered=6 findings=0
// gen: rows branch covered=10
// gen: global path feasible=2
// gen: element path feasible=4
// gen: member path feasible=2
// gen: inner_first path feasible=2
// gen: inner_last path feasible=2
// gen: pointer_first path feasible=2
// gen: pointer_last path feasible=2
// gen: restricted branch covered=1 infeasible=1
// gen: other_restricted branch covered=1 infeasible=1
// gen: separated branch covered=1 infeasible=1
// gen: other_type branch covered=1 infeasible=1
// gen: never branch covered=1 infeasible=1
