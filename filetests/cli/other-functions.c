// test: cli
// A function pointer of the input leads to a function of this file or of another one, and to none of another type.
// args: gen {file} --out {tmp}
// exit: 0..2
// stdout: is_own, criterion branch: complete
// stdout: are_same, criterion branch: complete
// stdout: apply, criterion branch: complete
// stdout: sorted, criterion branch: complete
// stdout: told, criterion branch: complete
// no-stdout: infeasible, by
// no-stdout: unknown
// args: gen {file} -f apply --criterion path --out {tmp}
// stdout: 2   feasible
static int own(int x) { return x; }
static unsigned char unlike(unsigned char x) { return x; }
int is_own(int (*p)(int)) { if (p == own) return 1; return 0; }
int are_same(int (*p)(int), int (*q)(int)) { if (p == q) return 1; return own(0); }
int apply(unsigned (*f)(unsigned), int x) { if (f(unlike(x)) > 3) return 1; return 0; }
int sorted(const int *a, int n, int (*less)(const void *, const void *))
{
    for (int i = 1; i < n; i++)
        if (less(&a[i], &a[i - 1]))
            return 0;
    return 1;
}
struct listener { void (*on)(int event, int *handled); };
int told(const struct listener *l)
{
    int handled = 0;
    if (l->on)
        l->on(3, &handled);
    if (handled == 7)
        return 1;
    return 0;
}
