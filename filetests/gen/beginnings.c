// test: gen
// Structures that begin alike without containing each other: a pointer to the short one also leads to what other pointers
// made of it.
struct head { int kind; void *owner; };
struct leaf { int kind; void *owner; int v; };
struct fork { int kind; void *owner; struct head *left, *right; };
int held(struct head *p)
{
    struct head *h;
    if (!p) return 9;
    h = p->owner;
    return ((struct fork *)h)->left == p ? 8 : 0;
}
int held_or_leaf(struct head *p)
{
    struct head *h;
    if (!p) return 9;
    h = p->owner;
    if (h->owner == p) return 7;
    if (((struct fork *)h)->left == p) return 8;
    return ((struct leaf *)h)->v;
}
// gen: held branch covered=4
// gen: held_or_leaf branch covered=6
