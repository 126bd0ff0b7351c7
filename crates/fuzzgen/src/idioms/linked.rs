//! Idioms with nodes that lead to each other: what their types are, and what functions over them say. Data alone.

use crate::phrases::Vocabulary;

/// A link inside a node, which is found from it by its offset.
pub(super) const INTRUSIVE: Vocabulary = Vocabulary {
    types: "\
struct link { struct link *next, *prev; };
struct task { int rank; struct link link; int done; };
static struct task *task(struct link *l)
{
    return (struct task *)((char *)l - __builtin_offsetof(struct task, link));
}
",
    params: "struct link *p, struct link *q",
    locals: &["struct link *l = p;"],
    asked: "if (!p || !q) return 9;",
    conditions: &[
        "l->next == p",
        "l == q",
        "l == 0",
        "l->next == l->prev",
        "task(l)->rank == #",
        "task(l)->done",
        "task(l)->rank < task(q)->rank",
        "&task(l)->link == q",
        "task(l->next)->done",
    ],
    statements: &[
        "l = l->next;",
        "l = l->prev;",
        "l = q;",
        "task(l)->done = #;",
        "task(q)->rank = #;",
        "l->next = q;",
        "q->prev = l;",
        "if (l->next) l->next->prev = l->prev;",
        "l->prev->next = l->next;",
        "l = &task(q)->link;",
    ],
    walks: &[("l != q", "l = l->next;"), ("l", "l = l->next;"), ("l->next != p", "l = l->next;")],
    values: &[0, 1, 2],
};

/// A node on two lists: its first member, and one further on.
pub(super) const TWO_LISTS: Vocabulary = Vocabulary {
    types: "\
struct link { struct link *next; };
struct item { struct link all; int v; struct link free; };
",
    params: "struct link *p, struct item *q",
    locals: &["struct link *l = p;", "struct item *it = q;"],
    asked: "if (!p) return 9;",
    conditions: &[
        "l == &q->all",
        "l == &it->free",
        "it == q",
        "l->next == 0",
        "it->v == #",
        "it->v < q->v",
        "it->all.next == it->free.next",
        "q->free.next == l",
    ],
    statements: &[
        "l = l->next;",
        "it = (struct item *)l;",
        "it = (struct item *)((char *)l - __builtin_offsetof(struct item, free));",
        "it->v = #;",
        "l = &it->free;",
        "l = &q->all;",
        "l->next = &q->free;",
        "it->all.next = q->all.next;",
        "q->v++;",
    ],
    walks: &[("l", "l = l->next;"), ("l != &q->all", "l = l->next;")],
    values: &[0, 1, 2],
};

/// A pointer that says nothing, and a tag that says what it leads to.
pub(super) const PAYLOAD: Vocabulary = Vocabulary {
    types: "\
struct number { int v; };
struct pair { int a, b; };
struct box { int tag; void *data; struct box *next; };
",
    params: "struct box *p, struct box *q",
    locals: &["struct box *b = p;"],
    asked: "if (!p->data || !q->data) return 9;",
    conditions: &[
        "b->tag == #",
        "b->data",
        "b->data == q->data",
        "b->tag == 0 && b->data && ((struct number *)b->data)->v == #",
        "b->tag == 1 && b->data && ((struct pair *)b->data)->b == #",
        "((struct number *)b->data)->v > #",
        "((struct pair *)q->data)->a == ((struct pair *)q->data)->b",
        "b->next == q",
        "b == q",
    ],
    statements: &[
        "b = q;",
        "b = b->next;",
        "b->tag = #;",
        "b->data = q->data;",
        "q->data = 0;",
        "if (b->tag == 1 && b->data) ((struct pair *)b->data)->a = #;",
        "((struct number *)b->data)->v = #;",
        "q->next = b;",
    ],
    walks: &[("b", "b = b->next;"), ("b && b->tag == 1", "b = b->next;")],
    values: &[0, 1, 2],
};

/// What a structure begins with stands for it.
pub(super) const DERIVED: Vocabulary = Vocabulary {
    types: "\
struct shape { int kind; struct shape *next; };
struct disc { struct shape base; int r; };
struct bar { struct shape base; int w, h; };
",
    params: "struct shape *p, struct shape *q",
    locals: &["struct shape *s = p;"],
    asked: "if (!p) return 9;",
    conditions: &[
        "s->kind == #",
        "s == q",
        "s->next == q",
        "s->next == 0",
        "s->kind == 0 && ((struct disc *)s)->r == #",
        "s->kind == 1 && ((struct bar *)s)->w == ((struct bar *)s)->h",
        "((struct bar *)q)->h > #",
        "((struct disc *)q)->r < #",
        "&((struct disc *)s)->base == q",
    ],
    statements: &[
        "s = s->next;",
        "s = q;",
        "s->kind = #;",
        "if (s->kind == 0) ((struct disc *)s)->r = #;",
        "((struct bar *)s)->w = #;",
        "s->next = q;",
        "q->next = s->next;",
    ],
    walks: &[("s", "s = s->next;"), ("s != q", "s = s->next;")],
    values: &[0, 1, 2],
};

/// Structures that begin with the same members, and convert to each other.
pub(super) const BEGINS_ALIKE: Vocabulary = Vocabulary {
    types: "\
struct head { int kind; void *owner; };
struct leaf { int kind; void *owner; int v; };
struct fork { int kind; void *owner; struct head *left, *right; };
",
    params: "struct head *p",
    locals: &["struct head *h = p;"],
    asked: "if (!p) return 9;",
    conditions: &[
        "h->kind == #",
        "h->owner == p",
        "h->owner == 0",
        "h->kind == 0 && ((struct leaf *)h)->v == #",
        "h->kind == 1 && ((struct fork *)h)->left == p",
        "((struct fork *)h)->left == ((struct fork *)h)->right",
        "h == p",
    ],
    statements: &[
        "if (h->kind == 1) h = ((struct fork *)h)->left;",
        "h = ((struct fork *)h)->right;",
        "h = h->owner;",
        "h->owner = p;",
        "h->kind = #;",
        "if (h->kind == 0) ((struct leaf *)h)->v = #;",
    ],
    walks: &[("h && h->kind == 1", "h = ((struct fork *)h)->left;")],
    values: &[0, 1, 2],
};

/// Functions in structures.
pub(super) const OPERATIONS: Vocabulary = Vocabulary {
    types: "\
struct step { int (*op)(int); int arg; struct step *next; };
int keep(int x) { return x; }
int flip(int x) { if (x) return 0; return 1; }
int more(int x) { return x + 1; }
int two(int x, int y) { return x - y; }
",
    params: "struct step *p, int (*g)(int), int x",
    locals: &["struct step *s = p;"],
    asked: "if (!p->op) return 9;",
    conditions: &[
        "s->op == flip",
        "s->op == g",
        "s->op",
        "g",
        "g == more",
        "s->op(s->arg) == #",
        "s->op && s->op(x) == #",
        "g(x) == s->arg",
        "s->next == p",
    ],
    statements: &[
        "s = s->next;",
        "s->op = g;",
        "s->op = flip;",
        "g = s->op;",
        "s->arg = g(#);",
        "x = s->arg;",
        "if (s->op) x = s->op(x);",
        "s->next = p;",
    ],
    walks: &[("s", "s = s->next;"), ("s && s->op", "s = s->next;")],
    values: &[0, 1, 2],
};

/// A table of functions behind each object.
pub(super) const METHODS: Vocabulary = Vocabulary {
    types: "\
struct obj;
struct methods { int (*get)(struct obj *); void (*set)(struct obj *, int); };
struct obj { const struct methods *m; int v; };
int plain(struct obj *o) { return o->v; }
int twice(struct obj *o) { if (o->v > 1) return 9; return 2 * o->v; }
void put(struct obj *o, int v) { o->v = v; }
const struct methods fixed = { plain, put };
",
    params: "struct obj *p, struct obj *q",
    locals: &["struct obj *o = p;"],
    asked: "if (!p->m || !q->m) return 9;",
    conditions: &[
        "o->m == q->m",
        "o->m->get == twice",
        "o->m->get(o) == #",
        "o->m && o->m->set",
        "o->v == #",
        "o->v < q->v",
        "o == q",
        "o->m == &fixed",
    ],
    statements: &[
        "o = q;",
        "o->m->set(o, #);",
        "if (o->m->set) o->m->set(q, #);",
        "o->m = &fixed;",
        "o->m = q->m;",
        "q->v = o->m->get(o);",
    ],
    walks: &[],
    values: &[0, 1, 2],
};

/// Deletion through a pointer to a pointer, with what is freed.
pub(super) const DELETION: Vocabulary = Vocabulary {
    types: "\
void *malloc(unsigned long);
void free(void *);
struct node { int v; struct node *next; };
",
    params: "struct node **pp, int key",
    locals: &["struct node *t = *pp;"],
    asked: "if (!*pp) return 9;",
    conditions: &[
        "*pp == 0",
        "(*pp)->v == key",
        "(*pp)->v == #",
        "(*pp)->next == 0",
        "*pp == t",
        "t && t->v < key",
        "t == 0",
        "key == #",
    ],
    statements: &[
        "pp = &(*pp)->next;",
        "if (*pp) pp = &(*pp)->next;",
        "t = *pp;",
        "*pp = (*pp)->next;",
        "t = (*pp)->next;",
        "if (t) *pp = t->next;",
        "free(t);",
        "t = malloc(sizeof *t);",
        "t = malloc(sizeof *t); t->v = key; t->next = *pp;",
        "t->next = 0;",
        "*pp = t;",
    ],
    walks: &[("*pp", "pp = &(*pp)->next;"), ("*pp && (*pp)->v < key", "pp = &(*pp)->next;")],
    values: &[0, 1, 2],
};

/// Structures that own what they hold: what is put in place of it is freed before, or lost.
pub(super) const OWNERS: Vocabulary = Vocabulary {
    types: "\
void *calloc(unsigned long, unsigned long);
void free(void *);
struct part { int v; struct part *sub; };
struct owner { struct part *a, *b; };
",
    params: "struct owner *p, struct owner *q, int k, int m",
    locals: &["struct part *t = 0;"],
    asked: "if (p == q) return 9;",
    conditions: &[
        "k == #",
        "k & 1",
        "k & 2",
        "m",
        "p == q",
        "p->a",
        "t",
        "p->b == q->a",
        "p->a && p->a->v == #",
        "p->a && p->a->sub",
    ],
    statements: &[
        "t = calloc(1, sizeof *t);",
        "if (k & 1) t = calloc(1, sizeof *t);",
        "if (!t) t = calloc(1, sizeof *t);",
        "p->a = t;",
        "if (m) p->a = t;",
        "if (k & 2) { free(t); t = 0; }",
        "q->a = t;",
        "p->b = p->a;",
        "if (t) t->sub = p->a;",
        "if (p->a) p->a->sub = t;",
        "free(t); t = 0;",
        "free(p->a); p->a = 0;",
        "t = 0;",
        "t = q->a; q->a = 0;",
        "if (t) t->v = #;",
    ],
    walks: &[("t", "t = t->sub;"), ("p->a && k", "p->a = p->a->sub;")],
    values: &[0, 1, 2],
};

/// A queue that knows its first node and the place of the next one.
pub(super) const QUEUE: Vocabulary = Vocabulary {
    types: "\
struct node { int v; struct node *next; };
struct queue { struct node *head, **tail; };
",
    params: "struct queue *u, struct node *p",
    locals: &["struct node **at = u->tail, *t = u->head;"],
    asked: "if (!u->head) u->tail = &u->head;",
    conditions: &[
        "u->tail == &u->head",
        "at == &p->next",
        "*u->tail == 0",
        "*at == p",
        "u->head == p",
        "t && t->v == #",
        "t == 0",
        "p->v > #",
        "u->tail == &t->next",
    ],
    statements: &[
        "*u->tail = p;",
        "u->tail = &p->next;",
        "*at = p->next;",
        "at = &u->head;",
        "at = &t->next;",
        "t = t->next;",
        "u->head = p;",
        "if (u->tail == &p->next) u->tail = &u->head;",
        "p->next = 0;",
        "p->v = #;",
    ],
    walks: &[("*at", "at = &(*at)->next;"), ("t", "t = t->next;")],
    values: &[0, 1, 2],
};
