// test: cli
// What stood in arrays on entry, at indices that quantifiers bind; structures that are returned and passed.
// args: prove {file} -f mk
// exit: 2
// stdout: a = 6
// args: prove {file} -f mk2
// exit: 2
// stdout: a = 5
// args: gen {file} -f kept --emit none --no-replay
// exit: 2
// stdout: ensures-failed
// args: gen {file} -f kept_all --emit none --no-replay
// exit: 0
// args: prove {file} -f rev
// exit: 0
// stdout: `ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[n - 1 - i]);`: never
// args: prove {file} -f rev_wrong
// exit: 2
// stdout: n = 4
// args: prove {file} -f first
// exit: 2
// stdout: a postcondition fails in
// no-stdout: access outside the object in `ensures \forall integer i; 0 <= i < n && i < m ==> a[i] == \old(a[i]);`, with
// args: prove {file} -f many
// exit: 1
// no-stdout: `ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]);`: never
// args: prove {file} -f moved
// exit: 0
// args: prove {file} -f rot
// exit: 2
// stdout: a = {0, 17, 0}
struct s { int x, y; };
/*@ ensures \result.x == \old(a); */
struct s mk(int a) { struct s r; r.x = a; r.y = 1; if (a > 5) r.x = 7; return r; }
struct t { int k[4]; };
/*@ ensures \result.k[1] >= a; */
struct t mk2(int a) { struct t r = {{a, a, a}}; if (a == 5) r.k[1]--; return r; }
/*@ ensures \forall integer i; 0 <= i < 3 ==> a[i] == \old(a[i]); */
void kept(int *a) { a[0] = 0; }
/*@ ensures \forall integer i; 0 <= i < 3 ==> a[i] == \old(a[i]); */
void kept_all(int *a) { a[3] = 0; }
/*@ requires 0 <= n <= 4 && \valid(a + (0 .. n - 1));
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[n - 1 - i]); */
void rev(int *a, int n)
{
    for (int i = 0; i < n / 2; i++) { int t = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = t; }
}
/*@ requires 0 <= n <= 4 && \valid(a + (0 .. n - 1));
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[n - 1 - i]); */
void rev_wrong(int *a, int n)
{
    for (int i = 0; i < n / 2; i++) { int t = a[i]; a[i] = a[n - 1 - i]; if (i != 1) a[n - 1 - i] = t; }
}
// Only what the clause asks for is read on entry.
/*@ requires 0 <= n <= 9 && 0 <= m <= 2 && \valid(a + (0 .. m - 1));
    ensures \forall integer i; 0 <= i < n && i < m ==> a[i] == \old(a[i]); */
void first(int *a, int n, int m) { if (n > 3 && m == 2 && a[1] == 9) a[1] = 8; }
/*@ requires n == 40 && \valid(a + (0 .. n - 1));
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]); */
void many(int *a, int n) { a[0] = a[0]; }
/*@ ensures \result == s.x; */
int moved(struct s s) { int r = s.x; if (s.y) s.x = 0; return r; }
/*@ requires 0 <= n <= 3 && \valid(a + (0 .. n - 1));
    ensures \old(\sum(0, n - 1, \lambda integer k; a[k])) == \sum(0, n - 1, \lambda integer k; a[k]); */
void rot(int *a, int n) { if (n > 1) { int t = a[0]; a[0] = a[n-1]; a[n-1] = t; if (n == 3 && a[1] == 17) a[1] = 18; } }
