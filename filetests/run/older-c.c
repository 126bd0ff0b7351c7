// test: run
// Declarations and initialisers of older C, and what compilers make of them.
// run: two_computed() == 2
// run: old_pointer() == 4
// run: any_callback() == 7
// run: override(0) == 9
// run: override(2) == 42
// run: override(3) == 42
// run: override(7) == 0
// run: anonymous() == 708
// run: escape() == 0
// run: no_type() == 5
// run: listed(5) == 1
// run: offset() == 8
int two_computed(void)
{
    int s = 0;
    s += ({ void *p = &&b; int i = 0; goto *p; a: i++; b: i++; i; });
    s += ({ void *p = &&d; int i = 0; goto *p; c: i++; d: i++; i; });
    return s;
}
static int four() { return 4; }
int old_pointer(void) { int (*p)() = four; return p(); }
static int seven() { return 7; }
int any_callback(void) { int (*p)(void *) = (int (*)(void *))seven; return p(0); }
int override(int i) { int e = 42; int a[8] = { [0 ... 3] = 9, [2 ... 6] = e }; return a[i]; }
union U { struct { unsigned char a, b; }; unsigned char raw[4]; };
static union U u = { .b = 8, .a = 7 };
int anonymous(void) { return u.a * 100 + u.b; }
int escape(void) { return "\j"[0] - 'j'; }
int no_type(void) { const x = 5; static y; return x + y; }
int listed(enum { A, B = 5 } e) { return e == B; }
struct node { int v; struct node *link; };
int offset(void) { return (int)(unsigned long)&((struct node *)0)->link; }
