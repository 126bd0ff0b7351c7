// test: gen
// Bytes of pointers are moved one by one, put together again, and compared with those of null.
#include <string.h>
struct v { void *p; };
int isnull(struct v *v) { static const struct v none; return memcmp(v, &none, sizeof *v) == 0; }
int put(struct v *t, struct v x) { if (isnull(&x)) return 0; *t = x; return 1; }
struct node { long key; struct node *next; };
int copied(struct node *n, int far)
{
    char room[24];
    struct node *c;
    memcpy(room + 3, &n->next, sizeof c);
    memcpy(&c, room + (far ? 4 : 3), sizeof c - (far ? 1 : 0));
    if (far)
        return 0;
    if (c != n->next)
        return -1;
    if (c && c->key == 3)
        return 1;
    return 2;
}
int by_hand(struct node *n)
{
    struct node *c;
    unsigned char *to = (unsigned char *)&c, *from = (unsigned char *)&n->next;
    for (unsigned i = 0; i < sizeof c; i++)
        to[i] = from[i];
    if (!c)
        return 0;
    if (c->key == 7)
        return 1;
    return c != n->next ? -1 : 2;
}
int cleared(struct node *n, int sure)
{
    struct node copy = *n;
    if (sure > 3)
        memset(&copy.next, 0, sizeof copy.next);
    if (copy.next && sure > 3)
        return -1;
    return copy.next == n->next;
}
int same(struct node *a, struct node *b)
{
    if (memcmp(a, b, sizeof *a) == 0)
        return a->next == b->next ? 1 : -1;
    return a->key == b->key ? 2 : 3;
}
// gen: put branch covered=2
// gen: copied branch covered=11 infeasible=1
// gen: by_hand branch covered=7 infeasible=1
// gen: cleared branch covered=5 infeasible=1
// gen: same branch covered=5
