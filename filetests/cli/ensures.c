// test: cli
// Postconditions are checked where a function returns, and looked for; what cannot be checked is named.
// args: gen {file} -f above --emit none
// exit: 2
// stdout: ensures-failed: a postcondition fails in `ensures \result > 3;`
// args: gen {file} -f ring --emit none --no-replay
// exit: 2
// stdout: a postcondition fails in `ensures \acyclic(\result, next);`
// args: gen {file} -f reversed --emit none
// exit: 0
// args: prove {file} -f sorted
// exit: 0
// stdout: a postcondition fails in `ensures \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1];`: never
// args: gen {file} -f almost_sorted --emit none
// exit: 2
// stdout: ensures-failed
// args: prove {file} -f magnitude
// exit: 2
// stdout: a postcondition fails in `ensures \result == -x;`, with
// stdout: a postcondition fails in `ensures \result == x;`: never
// args: prove {file} -f increment
// exit: 2
// stdout: {2147483647}
// args: prove {file} -f entry
// exit: 0
// stdout: never
// args: prove {file} -f behind
// exit: 0
// stdout: a postcondition fails in `ensures n > 0 ==> \result == \old(*p);`: never
// args: prove {file} -f caller
// exit: 2
// stdout: a postcondition fails in `ensures \result > 3;`
// args: gen {file} -f exchange --emit none
// exit: 2
// stdout: a postcondition fails in `ensures *a == \old(*b) && *b == \old(*a);`
// args: gen {file} -f swap --emit none
// exit: 0
// stdout: 1   1 replayed
// args: prove {file} -f kept
// exit: 1
// stdout: unknown: memory on entry at several indices that quantifiers bind
// stderr: this postcondition is not checked: memory on entry at several indices that quantifiers bind
/*@ ensures \result > 3; */
int above(int x)
{
    if (x > 0) return x;
    return 5;
}
struct n { int v; struct n *next; };
/*@ requires \acyclic(l, next);
    ensures \acyclic(\result, next); */
struct n *ring(struct n *l)
{
    if (l && l->next) l->next->next = l;
    return l;
}
/*@ requires \acyclic(l, next);
    ensures \acyclic(\result, next); */
struct n *reversed(struct n *l)
{
    struct n *r = 0;
    while (l) {
        struct n *x = l->next;
        l->next = r;
        r = l;
        l = x;
    }
    return r;
}
/*@ requires 0 <= n <= 3 && \valid(a + (0 .. n - 1));
    ensures \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]; */
void sorted(int *a, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
}
/*@ requires 0 <= n <= 3 && \valid(a + (0 .. n - 1));
    ensures \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]; */
void almost_sorted(int *a, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 2 < n - i; j++)
            if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
}
/*@ behavior negative: assumes x < 0; ensures \result == -x;
    behavior positive: assumes x >= 0; ensures \result == x; */
int magnitude(int x)
{
    if (x < -5) return x;
    return x < 0 ? -x : x;
}
/*@ ensures p != \null ==> *p == \old(*p) + 1; */
void increment(int *p)
{
    if (p && *p < 2147483647) ++*p;
}
/*@ ensures x == 3 ==> \result == 1; */
int entry(int x)
{
    int r = x == 3;
    x = 3;
    return r;
}
// Only where n is positive may the pointer be read, also on entry.
/*@ requires n > 0 ==> \valid(p);
    ensures n > 0 ==> \result == \old(*p); */
int behind(int *p, int n)
{
    int r = 0;
    if (n > 0) { r = *p; *p = 7; }
    return r;
}
// Right unless both are one.
/*@ requires \valid(a) && \valid(b);
    ensures *a == \old(*b) && *b == \old(*a); */
void exchange(int *a, int *b)
{
    *a = *a ^ *b;
    *b = *a ^ *b;
    *a = *a ^ *b;
}
/*@ requires \valid(a) && \valid(b);
    ensures *a == \old(*b) && *b == \old(*a); */
void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}
int caller(int x) { return above(x + 1); }
/*@ ensures \forall integer i, j; 0 <= i < 3 && 0 <= j < 3 ==> a[i + j] == \old(a[i + j]); */
void kept(int *a) { a[0] = 0; }
