// test: gen
// gen: f branch covered=8 infeasible=0
// A weak function may be another, and is this one where it is not: what it passes to others is passed to them.
static int h(int a, int *p) { if (a == 1) return *p; return 2; }
__attribute__((weak)) int g(int a, int *p) { if (a) return h(1, p); return 2; }
int f(int x, int *p)
{
    for (int i = 0; i < 100; i++)
        if (p[i] != i * i)
            return h(0, p);
    return g(x, p);
}
