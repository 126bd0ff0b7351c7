// test: cli
// args: prove --check assert {file}
// exit: 2
// stdout: `assert z != 3;`, with
// stdout: `assert x <= \old(x) || \old(x) < 0;`: never
// stdout: `assert s == a + b && s * 2 <= 0x7fffffff * 4;`: never
// stdout: `assert a + b <= 0x7fffffff;`, with
// stdout: `assert \exists integer k; 0 <= k < 4 && a[k] == most;`: never
// stdout: `assert s->v < 8;`: never
// stdout: `assert i <= n;`: never
// stdout: `assert \valid(s);`: unknown: \valid is not modelled in assertions
// stdout: 1 proved, 0 wrong, 1 unknown
// stderr: warning[L0001]: this assertion is not checked: \valid is not modelled in assertions
// args: prove --check rte -f field {file}
// exit: 0
// args: run -f seen {file} -- 0 3
// exit: 2
// stderr: an assertion fails in `assert z != 3;`
// args: run -f seen {file} -- 7 3
// stdout: 2
// Annotations in bodies trap where they do not hold. Their integers do not overflow.
int seen(int x, int y)
{
    int z = x > 5 ? x - 5 : y;
    //@ assert z != 3;
    x = 0;
    //@ assert x <= \old(x) || \old(x) < 0;
    return z;
}

int sums(int a, int b)
{
    if (a < 0 || b < 0) return 0;
    unsigned s = (unsigned)a + b;
    //@ assert s == a + b && s * 2 <= 0x7fffffff * 4;
    //@ assert a + b <= 0x7fffffff;
    return s > 5;
}

//@ requires \valid(a + (0 .. 3));
int greatest(const int *a)
{
    int most = a[0];
    for (int i = 1; i < 4; i++)
        if (a[i] > most)
            most = a[i];
    //@ assert \exists integer k; 0 <= k < 4 && a[k] == most;
    return most;
}

struct narrow { int v : 4; };
//@ requires \valid(s);
int field(struct narrow *s)
{
    //@ assert s->v < 8;
    //@ assert \valid(s);
    return 1;
}

int turns(int n)
{
    int i = 0;
    while (i < n) {
        i++;
        //@ assert i <= n;
    }
    return i;
}
