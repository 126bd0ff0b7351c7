//! Idioms with tables, text, unions and pointers to numbers: what their types are, and what functions over them say. Data alone.

use crate::phrases::Vocabulary;

/// Arrays of links in a node.
pub(super) const CHILDREN: Vocabulary = Vocabulary {
    types: "struct trie { int end; struct trie *kid[2]; };\n",
    params: "struct trie *p, unsigned i, unsigned j",
    locals: &["struct trie *t = p;"],
    asked: "if (!p || i > 1 || j > 1) return 9;",
    conditions: &[
        "t == 0",
        "t->end == #",
        "t->kid[0] == t->kid[1]",
        "t->kid[i & 1] == p",
        "t->kid[i & 1] == t->kid[j & 1]",
        "t->kid[j & 1] && t->kid[j & 1]->end == #",
        "i == j",
        "t == p",
    ],
    statements: &[
        "t = t->kid[i & 1];",
        "if (t->kid[j & 1]) t = t->kid[j & 1];",
        "t->end = #;",
        "t->kid[i & 1] = p;",
        "t->kid[j & 1] = 0;",
        "t->kid[0] = t->kid[i & 1];",
        "j = i;",
        "i = !i;",
        "t = p;",
    ],
    walks: &[("t", "t = t->kid[i & 1];"), ("t->kid[j & 1]", "t = t->kid[j & 1];")],
    values: &[0, 1, 2],
};

/// Tables: of pointers, of rows, of rows in a structure.
pub(super) const TABLES: Vocabulary = Vocabulary {
    types: "struct grid { int m[2][2]; int *row[2]; };\n",
    params: "struct grid *g, int a[][2], int **r, unsigned i",
    locals: &["unsigned k = i & 1;"],
    asked: "if (!g->row[0] || !g->row[1]) return 9;",
    conditions: &[
        "g->m[k][0] == #",
        "g->m[0][k] == g->m[k][1]",
        "a[0][k] == #",
        "a[k][1] > a[0][0]",
        "g->row[k] == g->m[1]",
        "g->row[k] && *g->row[k] == #",
        "r[0] && *r[0] == #",
        "r[0] == g->row[k]",
        "i == #",
    ],
    statements: &[
        "g->m[k][k] = #;",
        "a[0][k] = #;",
        "*g->row[k] = #;",
        "g->row[k] = g->m[k];",
        "g->row[0] = r[0];",
        "k = !k;",
        "if (r[0]) *r[0] = #;",
        "g->m[1][0] = a[0][1];",
    ],
    walks: &[],
    values: &[0, 1, 2],
};

/// Text in structures, and behind pointers in them.
pub(super) const STRINGS: Vocabulary = Vocabulary {
    types: "\
int strcmp(const char *, const char *);
unsigned long strlen(const char *);
struct entry { char name[3]; char *alias; struct entry *next; };
",
    params: "struct entry *p, const char *key",
    locals: &["struct entry *e = p;"],
    asked: "if (!p) return 9;",
    conditions: &[
        "e->name[0] == #",
        "e->name[1] == e->name[0]",
        "e->alias && e->alias[0] == #",
        "e->alias == 0",
        "*key == #",
        "key[0] == e->name[0]",
        "e->alias && strcmp(e->alias, key) == 0",
        "e->alias && strlen(e->alias) == 1",
        "e->next == p",
        "e->alias == e->name",
    ],
    statements: &[
        "e = e->next;",
        "e->name[0] = #;",
        "if (e->alias) e->alias[0] = #;",
        "e->alias = 0;",
        "e->alias = e->name;",
        "p->alias = e->alias;",
        "e->name[1] = *key;",
        "e = p;",
    ],
    walks: &[("e", "e = e->next;"), ("e && e->alias", "e = e->next;")],
    values: &[0, 97, 98],
};

/// A union and a tag that says which member counts.
pub(super) const TAGGED: Vocabulary = Vocabulary {
    types: "\
struct val { int tag; union { int i; struct val *ref; struct { struct val *first, *rest; } pair; } u; };
",
    params: "struct val *p, struct val *q",
    locals: &["struct val *v = p;"],
    asked: "if (!p || !q) return 9;",
    conditions: &[
        "v->tag == #",
        "v->tag == 0 && v->u.i == #",
        "v->tag == 1 && v->u.ref == q",
        "v->tag == 2 && v->u.pair.rest == 0",
        "v->tag == 2 && v->u.pair.first == v->u.pair.rest",
        "v == q",
        "v->tag != q->tag",
    ],
    statements: &[
        "if (v->tag == 1 && v->u.ref) v = v->u.ref;",
        "if (v->tag == 2 && v->u.pair.rest) v = v->u.pair.rest;",
        "v = q;",
        "v->tag = 0; v->u.i = #;",
        "v->tag = 1; v->u.ref = q;",
        "v->tag = 2; v->u.pair.first = q; v->u.pair.rest = 0;",
        "if (v->tag == 0) v->u.i++;",
    ],
    walks: &[("v->tag == 1 && v->u.ref", "v = v->u.ref;")],
    values: &[0, 1, 2],
};

/// Pointers to numbers inside structures.
pub(super) const INTO_MEMBERS: Vocabulary = Vocabulary {
    types: "struct cell { int v; int *at; struct cell *next; };\n",
    params: "struct cell *p, struct cell *q",
    locals: &["struct cell *c = p;"],
    asked: "if (!p->at || !q->at) return 9;",
    conditions: &[
        "c->at == &q->v",
        "c->at == &c->v",
        "c->at == q->at",
        "c->at && *c->at == #",
        "c->v == #",
        "c->v < q->v",
        "c == q",
        "c->next == q",
    ],
    statements: &[
        "c = c->next;",
        "c = q;",
        "*c->at = #;",
        "c->v = #;",
        "c->at = &q->v;",
        "q->at = c->at;",
        "if (c->at) *c->at = q->v;",
    ],
    walks: &[("c", "c = c->next;"), ("c->at && *c->at", "c = c->next;")],
    values: &[0, 1, 2],
};

/// A pointer to a number beside one to a node: it may lead to a number in some node.
pub(super) const NUMBERS: Vocabulary = Vocabulary {
    types: "struct node { int v; struct node *next; int w; };\n",
    params: "int *p, struct node *q",
    locals: &["struct node *l = q;"],
    asked: "if (!q) return 9;",
    conditions: &["*p == #", "l->v == #", "l->w == *p", "p == &l->w", "l == 0", "l->next == q"],
    statements: &["*p = #;", "l->v = #;", "l->w = *p;", "*p = l->v;", "n = *p;", "l = l->next;"],
    walks: &[("l", "l = l->next;")],
    values: &[0, 1, 2],
};

/// Pointers to numbers after one to a structure: one that is stepped along leads to an array in it.
pub(super) const FIELDS: Vocabulary = Vocabulary {
    types: "struct rec { int k; int a[2]; };\n",
    params: "struct rec *q, int *p, int *r",
    locals: &["int i = 0;"],
    asked: "if (q->k == 1) i = 1;",
    conditions: &["*r == #", "q->a[i] == #", "q->k == *r", "p[0] == #", "p[1] == *r", "r == &q->k"],
    statements: &["*r = #;", "p[1] = #;", "q->a[i] = #;", "q->k = *p;", "p[0] = *r;", "i = 1;"],
    walks: &[],
    values: &[0, 1, 2],
};

/// Pointers that are moved and compared as bytes.
pub(super) const BYTES: Vocabulary = Vocabulary {
    types: "\
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
int memcmp(const void *, const void *, unsigned long);
struct node { long v; struct node *next; };
static int is_null(struct node **at)
{
    static struct node *const none;
    return memcmp(at, &none, sizeof none) == 0;
}
static void copy(struct node **to, struct node **from)
{
    unsigned char *t = (unsigned char *)to, *f = (unsigned char *)from;
    for (unsigned i = 0; i < sizeof *to; i++)
        t[i] = f[i];
}
static void swap(struct node **a, struct node **b)
{
    unsigned char room[sizeof *a + 1];
    memcpy(room + 1, a, sizeof *a);
    copy(a, b);
    memcpy(b, room + 1, sizeof *a);
}
",
    params: "struct node *p, struct node *q",
    locals: &["struct node *l = p;", "struct node *m = 0;"],
    asked: "if (!p || !q) return 9;",
    conditions: &[
        "is_null(&l)",
        "is_null(&q->next)",
        "is_null(&m)",
        "l == q",
        "m == l",
        "m && m->v == #",
        "l->v == #",
        "memcmp(&l->v, &q->v, sizeof l->v) == 0",
        "p->next == q->next",
    ],
    statements: &[
        "memcpy(&m, &q->next, sizeof m);",
        "copy(&m, &p->next);",
        "copy(&l, &m);",
        "swap(&l, &m);",
        "if (p != q) swap(&p->next, &q->next);",
        "memset(&q->next, 0, sizeof q->next);",
        "memset(&m, 0, sizeof m);",
        "if (p != q) memcpy(p, q, sizeof *p);",
        "l = l->next;",
        "q->v = #;",
    ],
    walks: &[("l", "l = l->next;"), ("!is_null(&l)", "copy(&l, &l->next);")],
    values: &[0, 1, 2],
};
