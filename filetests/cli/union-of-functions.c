// test: cli
// A union of pointers to functions of two types, both of which are called.
// args: gen {file} -f eval --budget 60s --out {tmp}
// exit: 2
// stdout: eval, criterion branch: complete
// stdout: objectives      4   4 covered
// no-stdout: unknown
union u { int (*f1)(int); int (*f2)(int, int); };
struct tok { int n; union u f; };
static int neg(int x) { return -x; }
static int add(int x, int y) { return x + y; }
int eval(struct tok *t, int x) { if (t->n == 1) x = t->f.f1(x); if (t->n > 0) return t->f.f2(x, x); return 0; }
