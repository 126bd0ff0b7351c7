// test: gen
// Structures of several types, judged by `cargo xtask heaps` as well: a sparse matrix, a tokenizer, an intrusive list, sets as
// trees, chains of a hash table.
#include <stddef.h>

struct cell { int row, col, value; struct cell *right, *down; };
struct row { int number; struct cell *first; struct row *next; };
struct column { int number; struct cell *first; struct column *next; };
struct matrix { struct row *rows; struct column *columns; };

int at(struct matrix *m, int row, int col)
{
    struct row *r;
    struct cell *c;
    for (r = m->rows; r; r = r->next) {
        if (r->number != row) continue;
        for (c = r->first; c; c = c->right)
            if (c->col == col) return c->value;
        return 0;
    }
    return -1;
}
int is_linked(struct matrix *m)
{
    struct row *r;
    struct column *k;
    struct cell *c, *d;
    int found;
    for (r = m->rows; r; r = r->next)
        for (c = r->first; c; c = c->right) {
            if (c->row != r->number) return 0;
            found = 0;
            for (k = m->columns; k; k = k->next) {
                if (k->number != c->col) continue;
                for (d = k->first; d; d = d->down)
                    if (d == c) found = 1;
            }
            if (!found) return 0;
        }
    return 1;
}
int cut(struct matrix *m, int value)
{
    struct row *r = m->rows;
    struct cell **link;
    if (!r) return -1;
    for (link = &r->first; *link; link = &(*link)->right)
        if ((*link)->value == value) {
            *link = (*link)->right;
            return 1;
        }
    return 0;
}

int n_words(const char *text)
{
    int n = 0, inside = 0;
    for (; *text; text++) {
        if (*text == ' ' || *text == ',') inside = 0;
        else if (!inside) { inside = 1; n++; }
    }
    if (n == 2) return -2;
    return n;
}
const char *token(const char *text, int *kind)
{
    while (*text == ' ') text++;
    if (*text == 0) { *kind = 0; return text; }
    if (*text >= '0' && *text <= '9') {
        while (*text >= '0' && *text <= '9') text++;
        *kind = 1;
        return text;
    }
    if (*text == '=' && text[1] == '=') { *kind = 2; return text + 2; }
    *kind = 3;
    return text + 1;
}

struct link { struct link *prev, *next; };
struct task { int priority; struct link link; int done; };
#define task_of(p) ((struct task *)((char *)(p) - offsetof(struct task, link)))
int finish(struct link *head, int priority)
{
    struct link *l;
    for (l = head->next; l != head; l = l->next) {
        struct task *t = task_of(l);
        if (t->done) continue;
        if (t->priority == priority) {
            t->done = 1;
            l->prev->next = l->next;
            l->next->prev = l->prev;
            return 1;
        }
    }
    return 0;
}
struct set { struct set *parent; int rank; };
static struct set *root(struct set *s)
{
    while (s->parent != s) {
        s->parent = s->parent->parent;
        s = s->parent;
    }
    return s;
}
int join(struct set *a, struct set *b)
{
    a = root(a);
    b = root(b);
    if (a == b) return 0;
    if (a->rank < b->rank) { a->parent = b; return 1; }
    b->parent = a;
    if (a->rank == b->rank) a->rank++;
    return 2;
}
struct entry { unsigned key; int value; struct entry *next; };
struct table { struct entry *heads[3]; int n; };
int put(struct table *t, struct entry *e)
{
    struct entry **p = &t->heads[e->key % 3];
    for (; *p; p = &(*p)->next)
        if ((*p)->key == e->key) {
            (*p)->value = e->value;
            return 0;
        }
    *p = e;
    t->n++;
    return 1;
}
int drop(struct table *t, unsigned key)
{
    struct entry **p;
    for (p = &t->heads[key % 3]; *p; p = &(*p)->next)
        if ((*p)->key == key) {
            *p = (*p)->next;
            if (--t->n == 0) return 2;
            return 1;
        }
    return 0;
}
// gen: at branch covered=8
// gen: cut branch covered=6
// gen: n_words branch covered=10
// gen: token branch covered=16
// gen: finish branch covered=6
// gen: put branch covered=4
// gen: drop branch covered=6
