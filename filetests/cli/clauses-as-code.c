// test: cli
// Clauses that are no formulas are executed: predicates in C, sums over ranges that inputs end, floating-point numbers.
// args: gen {file} -f find --criterion path --exhaust 0 --emit none --no-replay
// exit: 0
// stdout: 9   feasible, complete
// stdout: t[0] > t[1]  true  infeasible
// stdout: is_sorted(t, n)
// args: gen {file} -f first --criterion path --emit none --no-replay
// exit: 0
// stdout: 5   feasible
// stdout: l->v > l->next->v  true  infeasible
// stdout: ordered(l)
// args: gen {file} -f none --emit none --no-replay
// exit: 3
// stderr: no input satisfies the precondition of `none`
// stderr: requires a > 2;
// stderr: requires small(a);
// no-stderr: requires b > 0;
// args: gen {file} -f budget --exhaust 0 --emit none --no-replay
// exit: 0
// stdout: t[0] > 10  true  infeasible
// stdout: 3 covered, 1 infeasible
// args: gen {file} -f ratio --criterion path --emit none
// exit: 0
// stdout: 3   feasible, complete
// stdout: x > 1.0  true  infeasible
// args: gen {file} -f rounded --emit none --no-replay
// stdout: 2   2 covered
// no-stdout: is no constraint
// args: gen {file} -f wild --emit none --no-replay
// stderr: takes 2 arguments, not 1
int is_sorted(const int *t, int n) {
  for (int i = 0; i + 1 < n; i++)
    if (t[i] > t[i + 1]) return 0;
  return 1;
}
/*@ requires 0 <= n <= 4 && \valid_read(t + (0 .. n - 1));
    requires is_sorted(t, n); */
int find(const int *t, int n) {
  for (int i = 0; i < n; i++)
    if (t[i] == 7) return i;
  if (n > 1 && t[0] > t[1]) return -2;
  return -1;
}
struct node { int v; struct node *next; };
int ordered(const struct node *l) {
  int n = 0;
  for (; l && l->next; l = l->next)
    if (l->v > l->next->v || ++n > 2) return 0;
  return 1;
}
/*@ requires ordered(l); */
int first(const struct node *l, int x) {
  if (!l) return 0;
  if (l->next && l->v > l->next->v) return -1;
  if (x > 5) return l->v > 3;
  return 2;
}
int small(int a) { return a < 1; }
/*@ requires a > 2;
    requires b > 0;
    requires small(a); */
int none(int a, int b) { return a; }
/*@ requires 1 <= n <= 3 && \valid_read(t + (0 .. n - 1));
    requires \forall integer i; 0 <= i < n ==> t[i] >= 0;
    requires \sum(0, n - 1, \lambda integer i; t[i]) <= 10;
    requires \max(0, n - 1, \lambda integer i; t[i]) == 7;
    requires \numof(0, n - 1, \lambda integer i; t[i] == 0) == n - 2; */
int budget(const int *t, int n) {
  if (t[0] > 10) return 1;
  return n == 3 ? 2 : 3;
}
/*@ requires 0.25 <= x <= 1 && y > -2.5; */
int ratio(double x, float y) {
  if (x > 1.0) return 1;
  if (x < 0.5) return 2;
  return y >= 3.5f ? 3 : 4;
}
/*@ requires x + y <= 1.0; */
int rounded(double x, double y) { return x > 0.5 ? 1 : 0; }
/*@ requires is_sorted(t); */
int wild(const int *t) { return 0; }
