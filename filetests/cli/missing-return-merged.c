// test: cli
// A value that only some ways through a function return is missed where it is used, also where the ways are merged.
// args: gen {file} -f f --emit none
// exit: 2
// stdout: missing-return: a value is used that the function never returned in `search(l, v)`
// no-stderr: internal error
struct l { int v; struct l *next; };
static int search(struct l *l, int v)
{
    if (!l) return 0;
    if (l->v == v) return 1;
    search(l->next, v);
}
int f(struct l *l, int v)
{
    if (!l) return 5;
    int r = search(l, v);
    if (r == 1) return 1;
    if (r == 0) return 2;
    return 3;
}
