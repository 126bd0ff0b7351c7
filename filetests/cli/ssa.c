// test: cli
// The three programs of Gotlieb, Denmat and Botella's paper in pointer SSA, with the versions that are printed there.
// args: inspect {file} --stage ssa -f foo
// exit: 0
// stdout: j_3 = φ(j_2, j_1)
// stdout: p_3 = φ(p_1, p_2)
// stdout: r_1 = φu(p_3, [&j, &k], [j_3, k_1])
// stdout: [j_4, k_2] = φd(p_3, [&j, &k], r_1 * i_0, [j_3, k_1])
// stdout: if j_4 > 8
// args: inspect {file} --stage ssa -f lh98
// exit: 0
// stdout: p_2 = &q
// stdout: g_3 = φ(g_2, g_1)
// stdout: p_3 = φ(p_2, p_1)
// stdout: t_1 = φu(p_3, [&q, &r], [q_1, r_1])
// stdout: h_2 = 2 * g_3 + φu(t_1, [&h, &g], [h_1, g_3])
// args: inspect {file} --stage ssa -f jos97
// exit: 0
// stdout: p_2 = φ(p_1, p_3)
// stdout: i_1 = φ(i_0, i_2)
// stdout: p_3 = φu(p_2, [&a, &b, &c], [a_1, b_1, c_1])
// stdout: if p_2 == &c
// args: inspect {file} --stage ssa -f calls
// exit: 0
// stdout: [x_2, y_2] = set(cond_3, 7) of [x_1, y_1]
// stdout: return x_2 + (a_3 at &a+4)
int foo(int i)
{
    int j = 0, k = 0, *p = &j, r;
    if (i < 6)
        j = 2;
    else
        p = &k;
    r = *p;
    *p = r * i;
    if (j > 8)
        return 1;
    return 0;
}
int lh98(int h)
{
    int g, **p, *q, *r, *t;
    g = 3;
    q = &h;
    r = &g;
    p = &r;
    if (h < 10) {
        g = (h + 2) * 5;
        p = &q;
    }
    t = *p;
    h = 2 * g + *t;
    if (h > 100)
        return 1;
    return 0;
}
struct cell { struct cell *next; };
int jos97(int i)
{
    struct cell a, b, c, *p = &a;
    a.next = &b, b.next = &c, c.next = &a;
    while (i > 0) {
        p = p->next;
        i = i - 1;
    }
    if (p == &c)
        return 1;
    return 0;
}
void set(int *to, int value)
{
    *to = value;
}
int calls(int c)
{
    int x = 1, y = 2, a[3] = { 0 };
    set(c ? &x : &y, 7);
    a[1] = y;
    return x + a[1];
}
