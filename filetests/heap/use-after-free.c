// test: heap
// What was freed is used again: in a loop, through a second name, through an argument, after a move.
#include <stdlib.h>
#include <string.h>
struct node { int v; struct node *next; };

static struct node *build(int n)
{
    struct node *head = NULL;
    for (; n > 0; n--) {
        struct node *x = malloc(sizeof *x);
        x->v = n; x->next = head; head = x;
    }
    return head;
}
int sum_bug(int n)
{
    struct node *p;
    int s = 0;
    if (n > 3) return -1;
    for (p = build(n); p; p = p->next) { s += p->v; free(p); }
    return s;
}
int sum_fine(int n)
{
    struct node *p, *t;
    int s = 0;
    if (n > 3) return -1;
    for (p = build(n); p; p = t) { t = p->next; s += p->v; free(p); }
    return s;
}
// heap: sum_bug use-after-free
// heap: sum_fine none

int unlink_bug(struct node *p)
{
    struct node *q;
    if (!p || !p->next) return 0;
    q = p->next;
    p->next = q->next;
    free(q);
    return q->v;
}
int unlink_fine(struct node *p)
{
    struct node *q;
    int v;
    if (!p || !p->next) return 0;
    q = p->next;
    v = q->v;
    p->next = q->next;
    free(q);
    return v;
}
// heap: unlink_bug use-after-free
// heap: unlink_fine none

int replace_bug(struct node **slot, struct node *by)
{
    free(*slot);
    *slot = by;
    return by && by->v > 0;
}
int replace_fine(struct node **slot, struct node *by)
{
    struct node *old = *slot;
    int r = by && by->v > 0;
    *slot = by;
    if (old != by) free(old);
    return r;
}
// heap: replace_bug use-after-free
// heap: replace_fine none

int grow_bug(int n)
{
    int *a = malloc(sizeof *a), *first = a, r;
    *a = n;
    if (n > 10) a = realloc(a, 4 * sizeof *a);
    r = *first;
    free(a);
    return r;
}
int grow_fine(int n)
{
    int *a = malloc(sizeof *a), *first = a, r;
    *a = n;
    if (n > 10) { a = realloc(a, 4 * sizeof *a); first = a; }
    r = *first;
    free(a);
    return r;
}
// heap: grow_bug use-after-free
// heap: grow_fine none

int last_bug(const char *s)
{
    char *t = strdup(s), *end = t + strlen(t);
    free(t);
    return end > t && end[-1] == '\n';
}
int last_fine(const char *s)
{
    char *t = strdup(s), *end = t + strlen(t);
    int r = end > t && end[-1] == '\n';
    free(t);
    return r;
}
// heap: last_bug use-after-free
// heap: last_fine none
