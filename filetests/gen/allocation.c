// test: gen
// Blocks that the function allocates and frees by itself.
#include <stdlib.h>
struct node { int v; struct node *next; };
int build(int n)
{
    struct node *head = 0;
    int i, s = 0;
    if (n < 0 || n > 4) return -1;
    for (i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->v = i * i; x->next = head; head = x;
    }
    while (head) { struct node *t = head; s += head->v; head = head->next; free(t); }
    if (s == 14) return 1;
    return 0;
}
int twice(int n)
{
    int *p = malloc(4), *q = malloc(4);
    *p = n;
    if (n == 7) free(q);
    if (n > 5) free(q);
    *q = 1;
    return *p;
}
int uaf(int n)
{
    int *p = calloc(4, sizeof *p);
    if (n > 3) free(p);
    if (n == 2) return p[4];
    return p[1];
}
int josephus(int n, int k)
{
    struct node *first, *p; int i;
    if (n < 2 || n > 6 || k < 1 || k > 3) return -1;
    first = p = malloc(sizeof *p); p->v = 1;
    for (i = 2; i <= n; i++) { p->next = malloc(sizeof *p); p = p->next; p->v = i; }
    p->next = first;
    while (p->next != p) { for (i = 1; i < k; i++) p = p->next; p->next = p->next->next; }
    if (p->v == 4) return 44;
    return p->v;
}
// Each turn asks whether its block is there: no number of turns shows that it is not, where allocations succeed.
int copied(struct node *l)
{
    int k = 0;
    while (l) {
        struct node *p = malloc(sizeof *p);
        if (p == 0) return -1;
        p->v = l->v;
        if (p->v > 5) k++;
        free(p);
        l = l->next;
    }
    return k;
}
// gen: build branch covered=10
// gen: copied branch covered=6
// gen: twice branch covered=4
// gen: uaf branch covered=4
// gen: josephus branch covered=16
