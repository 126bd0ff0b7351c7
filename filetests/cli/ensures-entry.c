// test: cli
// What `\old` says of shapes and of predicates in C is looked at on entry, and of two terms only the one that is chosen is read.
// args: gen {file} -f cut --emit none --no-replay
// exit: 0
// args: gen {file} -f tie --emit none --no-replay
// exit: 2
// stdout: a postcondition fails in `ensures l != \null && \old(few(l)) ==> few(l);`
// args: gen {file} -f still --emit none --no-replay
// exit: 0
// args: gen {file} -f value --emit none --no-replay
// exit: 0
// no-stdout: null-pointer
struct n { int v; struct n *next; };
static int few(const struct n *l)
{
    int k;
    for (k = 0; l && k < 3; k++)
        l = l->next;
    return k < 3;
}
/*@ requires l != \null && l->next != \null;
    ensures \old(\reachable(l, l->next, next)) && !\reachable(l, \old(l->next), next)
            || \old(l->next == l); */
void cut(struct n *l)
{
    if (l->next == l) return;
    l->next = 0;
}
/*@ ensures l != \null && \old(few(l)) ==> few(l); */
void tie(struct n *l)
{
    if (l && l->v == 7) l->next = l;
}
/*@ requires \acyclic(l, next);
    ensures \old(\acyclic(l, next)); */
void still(struct n *l)
{
    if (l && l->next) l->next->next = l;
}
/*@ ensures \result == (l == \null ? 0 : l->v); */
int value(struct n *l)
{
    if (!l) return 0;
    return l->v;
}
