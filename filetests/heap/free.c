// test: heap
// Freed twice, or never allocated.
#include <stdlib.h>
#include <string.h>
struct node { int v; struct node *next; };
struct queue { struct node *head, *tail; };

int parse_bug(int n)
{
    int r = -1;
    char *buf = malloc(8);
    if (n < 0) { free(buf); goto out; }
    buf[0] = (char)n;
    r = buf[0] == 'x';
out:
    free(buf);
    return r;
}
int parse_fine(int n)
{
    int r = -1;
    char *buf = malloc(8);
    if (n < 0) goto out;
    buf[0] = (char)n;
    r = buf[0] == 'x';
out:
    free(buf);
    return r;
}
// heap: parse_bug double-free
// heap: parse_fine none

void clear_bug(struct queue *q)
{
    free(q->head);
    free(q->tail);
    q->head = q->tail = NULL;
}
void clear_fine(struct queue *q)
{
    free(q->head);
    if (q->tail != q->head) free(q->tail);
    q->head = q->tail = NULL;
}
// heap: clear_bug double-free
// heap: clear_fine none

static void drop(struct node *n) { if (n->v == 0) free(n); }
void release_bug(struct node *n)
{
    if (n->v > 0) n->v--;
    drop(n);
    free(n);
}
void release_fine(struct node *n)
{
    if (n->v > 0) n->v--;
    drop(n);
}
// heap: release_bug double-free
// heap: release_fine none

int shrink_bug(int n)
{
    int *a = malloc(4 * sizeof *a), *b, r;
    a[0] = n;
    b = realloc(a, sizeof *b);
    if (n > 2) free(a);
    r = b ? b[0] : 0;
    free(b);
    return r;
}
int shrink_fine(int n)
{
    int *a = malloc(4 * sizeof *a), *b, r;
    a[0] = n;
    b = realloc(a, sizeof *b);
    if (!b) { free(a); return 0; }
    r = b[0];
    free(b);
    return r;
}
// heap: shrink_bug double-free
// heap: shrink_fine none

int skip_bug(const char *s)
{
    char *t = strdup(s);
    int n = 0;
    while (*t == ' ') { t++; n++; }
    free(t);
    return n;
}
int skip_fine(const char *s)
{
    char *t = strdup(s), *p = t;
    int n = 0;
    while (*p == ' ') { p++; n++; }
    free(t);
    return n;
}
// heap: skip_bug bad-free
// heap: skip_fine none

static char unnamed[] = "default";
int name_bug(const char *s)
{
    char *name = unnamed;
    int r;
    if (s) name = strdup(s);
    r = name[0] == 'd';
    free(name);
    return r;
}
int name_fine(const char *s)
{
    char *name = unnamed;
    int r;
    if (s) name = strdup(s);
    r = name[0] == 'd';
    if (s) free(name);
    return r;
}
// heap: name_bug bad-free
// heap: name_fine none

int scratch_bug(int n)
{
    char room[16], *p = room;
    int r;
    if (n > 16) p = malloc(16);
    p[0] = (char)n;
    r = p[0] > 3;
    free(p);
    return r;
}
int scratch_fine(int n)
{
    char room[16], *p = room;
    int r;
    if (n > 16) p = malloc(16);
    p[0] = (char)n;
    r = p[0] > 3;
    if (p != room) free(p);
    return r;
}
// heap: scratch_bug bad-free
// heap: scratch_fine none
