// test: cli
// `\acyclic` and `\reachable` in assertions, and what is wrong with them where something is.
// args: gen {file} -f ends --emit none --no-replay
// exit: 2
// stdout: assert-failed: an assertion fails in `assert \acyclic(l, next);`
// args: gen {file} -f neighbour --emit none --no-replay
// exit: 0
// args: gen {file} -f elsewhere --emit none --no-replay
// exit: 2
// stdout: assert-failed: an assertion fails in `assert \reachable(l, x, next);`
// args: gen {file} -f wrong --emit none --no-replay
// stderr: `struct n` has no member `nxt`
// stderr: a member that is a pointer to `struct n` is needed here
// stderr: it is used as `\acyclic(p, next)`, with the members that link
// stderr: a pointer to a structure is needed here
// stderr: the name of a member is needed here
// stderr: this assertion is not checked: only one member can be followed in an assertion
struct n { int v; struct n *next, *other; };
int ends(struct n *l)
{
    //@ assert \acyclic(l, next);
    return l ? l->v : 0;
}
int neighbour(struct n *l, struct n *x)
{
    if (x && l && l->next == x) {
        //@ assert \reachable(l, x, next);
        return 1;
    }
    return 0;
}
int elsewhere(struct n *l, struct n *x)
{
    //@ assert \reachable(l, x, next);
    return 0;
}
/*@ requires \acyclic(l, nxt);
    requires \acyclic(l, v);
    requires \acyclic(l);
    requires \acyclic(k, next);
    requires \acyclic(l, 3); */
int wrong(struct n *l, int k)
{
    //@ assert \acyclic(l, next, other);
    return l->v;
}
