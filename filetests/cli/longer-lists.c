// test: cli
// A list longer than we ever make is not found, and never called infeasible.
// args: gen {file} -f very_long --emit none --no-replay --budget 4
// exit: 1
// stdout: k == 400  true  unknown
// no-stdout: infeasible
struct n { int v; struct n *next; };
int very_long(struct n *l)
{
    int k = 0;
    while (l && l->v == k) { k++; l = l->next; }
    if (k == 400) return 1;
    return 0;
}
