// test: gen
// What a loop keeps true of variables in memory: by what it compares them with, in functions that it calls too.
extern int __VERIFIER_nondet_int(void);
#define more __VERIFIER_nondet_int
static int limit = 10, used, state;
int constant(void)
{
    used = 0;
    while (more())
        if (used < 10)
            used++;
    if (used > 10)
        return 1;
    return 0;
}
int other(void)
{
    used = 0;
    limit = 10;
    while (more())
        if (used < limit)
            used++;
    if (used > 10)
        return 1;
    return 0;
}
static void step(int in)
{
    switch (state) {
    case 0: if (in == 1) state = 1; break;
    case 1: state = in == 2 ? 2 : 0; break;
    case 2: state = 0; break;
    }
}
int called(void)
{
    state = 0;
    while (more())
        step(more());
    if (state > 2)
        return 1;
    return state == 2;
}
struct pool { int n, room; };
int member(void)
{
    struct pool p = { 0, 8 };
    struct pool *q = &p;
    while (more())
        if (q->n < q->room)
            q->n++;
    if (q->n > 8)
        return 1;
    return 0;
}
// gen: constant branch covered=5 infeasible=1
// gen: other branch covered=5 infeasible=1
// gen: called branch covered=10 infeasible=2
// gen: member branch covered=5 infeasible=1
