// test: cli
// What a `void *` is called as it may lead to, inside of data and in a union as well; so may a pointer to functions of another type.
// args: gen {file} -f apply -f kept -f either -f two -f any -f held --out {tmp}
// exit: 0..2
// stdout: apply, criterion branch: complete
// stdout: kept, criterion branch: complete
// stdout: either, criterion branch: complete
// stdout: two, criterion branch: complete
// stdout: any, criterion branch: complete
// stdout: held, criterion branch: complete
// no-stdout: infeasible, by
// no-stdout: unknown
// args: inspect {file} --stage world -f apply
// stdout: plain: twice
static int twice(int x) { return x + x; }
int apply(void *g) { if (((int (*)(int))g)(3) == 6) return 1; return twice(0); }
struct hook { int kind; void *call; };
int kept(const struct hook *h) { if (((int (*)(int))h->call)(h->kind) == 40) return 1; return 2; }
struct cell { int kind; union { double number; const void *call; }; };
int either(const struct cell *c)
{
    if (c->kind)
        return c->number > 2.5;
    int (*f)(int) = (int (*)(int))c->call;
    return f(1) == 2 ? 3 : 4;
}
struct step { int kind; union { int (*one)(int); int (*both)(int, int); } f; };
int two(const struct step *s)
{
    if (s->kind == 1)
        return s->f.one(4) == 8 ? 1 : 2;
    return s->f.both(1, 2) == 3 ? 3 : 4;
}
typedef void (*generic)(void);
int any(generic g) { return ((int (*)(int))g)(3) == 6 ? 1 : 2; }
struct holder { int n; generic g; };
int held(const struct holder *h)
{
    if (h->n == 0)
        return 0;
    return ((int (*)(int, int))h->g)(h->n, 3) > 6 ? 1 : 2;
}
