// test: gen
// A list longer than the objects we make: not found, and never called infeasible.
struct n { int v; struct n *next; };
int numbered(struct n *l)
{
    int k = 0;
    while (l && l->v == k) { k++; l = l->next; }
    if (k == 40) return 1;
    return 0;
}
// gen: numbered branch infeasible=0
