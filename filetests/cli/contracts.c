// test: cli
// Each form of a requires clause is a constraint; what cannot be one is said.
// args: gen {file} --emit none --no-replay --criterion branch --exhaust 0
// exit: 0
// stdout: x > 2.0  true  infeasible
// stdout: t[0] == 3  true  infeasible
// stdout: the clause `\forall integer i; t[i] > 0` is not used: the quantified variable i has no bounds
// args: gen {file} -f sum -f numof -f least -f let -f nested -f both -f named -f either --emit none --no-replay --exhaust 0
// exit: 0
// no-stdout: is not used
// no-stdout: unknown
// stdout: \sum(0, 3, \lambda integer i; t[i]) == 10
// stdout: \numof(0, 2, \lambda integer i; t[i] > 2) == 2
// stdout: \min(0, 2, \lambda integer i; t[i]) == 5
/*@ predicate ordered(int *t, integer n) = \forall integer i, j; 0 <= i < j < n ==> t[i] <= t[j]; */
/*@ requires \valid(t + (0 .. 3)); requires \forall integer i; 0 <= i < 4 ==> 0 <= t[i] <= 4;
    requires \sum(0, 3, \lambda integer i; t[i]) == 10; */
int sum(int *t) { if (t[0] + t[1] < 2) return 1; return 0; }
/*@ requires \valid(t + (0 .. 2)); requires \numof(0, 2, \lambda integer i; t[i] > 2) == 2; */
int numof(int *t) { if (t[0] > 2 && t[1] > 2 && t[2] > 2) return 1; return 0; }
/*@ requires \valid(t + (0 .. 2)); requires \min(0, 2, \lambda integer i; t[i]) == 5; */
int least(int *t) { if (t[1] < 5) return 1; return 0; }
/*@ requires \let y = a + b; y > 3 && y < 10; */
int let(int a, int b) { if (a + b > 11) return 1; return 0; }
/*@ requires \valid(t + (0 .. 3)); requires \forall integer i; 0 <= i < 4 ==> \exists integer j; 0 <= j < 4 && t[j] == i; */
int nested(int *t) { if (t[0] == t[1]) return 1; return 0; }
/*@ requires a > 0 <==> b > 0; */
int both(int a, int b) { if (a > 0 && b < 0) return 1; return 0; }
/*@ requires 0 <= n <= 4; requires \valid(t + (0 .. n - 1)); requires ordered(t, n); */
int named(int *t, int n) { if (n == 3 && t[0] > t[2]) return 1; return 0; }
/*@ requires x > 0 ? y > 0 : y < 0; */
int either(int x, int y) { if (x > 0 && y < 0) return 1; return 0; }
/*@ requires 0 <= n <= 4; requires \valid(t + (0 .. n - 1));
    requires \sum(0, n - 1, \lambda integer i; t[i]) == 10; */
int open_sum(int *t, int n) { if (n == 1 && t[0] == 3) return 1; return 0; }
/*@ requires 0.0 <= x <= 1.0; */
int fraction(double x) { if (x > 2.0) return 1; return 0; }
/*@ requires 0 <= n <= 4; requires \valid(t + (0 .. n - 1));
    requires \forall integer i; t[i] > 0; */
int all(int *t, int n) { return n > 2; }
