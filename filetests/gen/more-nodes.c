// test: gen
// Lists longer than the objects that are made at first: there are more of them when nothing else helps.
struct n { int v; struct n *next; };
int numbered(struct n *l)
{
    int k = 0;
    while (l && l->v == k) { k++; l = l->next; }
    if (k == 40) return 1;
    return 0;
}
int length(struct n *l)
{
    int k = 0;
    for (; l; l = l->next) k++;
    if (k == 40) return 1;
    return 0;
}
static int count(struct n *l) { return l ? 1 + count(l->next) : 0; }
int recursive(struct n *l)
{
    if (count(l) == 40) return 1;
    return 0;
}
// gen: numbered branch covered=6
// gen: length branch covered=4
// gen: recursive branch covered=4
