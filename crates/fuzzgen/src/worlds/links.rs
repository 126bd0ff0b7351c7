//! Data that leads back: to parameters, to what holds it, to globals, into arrays. Data alone.

use super::setting::Setting;
use crate::phrases::Vocabulary;

pub(super) const SETTINGS: [&Setting; 5] = [&RING, &OWNED, &GLOBALS, &SPAN, &SELF];

/// What rings are made of, and said about them.
pub(super) const RING_PHRASES: Vocabulary = Vocabulary {
    types: "struct list { struct list *next, *prev; };\n",
    params: "struct list *h, struct list *e",
    locals: &[],
    asked: "if (h->next == h) return 9;",
    conditions: &[
        "h->next == h",
        "h->next->prev == h",
        "h->prev == h->next",
        "e->next == h",
        "h == e",
        "e->prev == e",
        "h->next == e",
        "e->next == 0",
    ],
    statements: &[
        "e->next = h->next;",
        "h->next->prev = e;",
        "e = e->next;",
        "h->next = e;",
        "e->prev = h;",
        "e->prev->next = e->next;",
    ],
    walks: &[("e != h", "e = e->next;"), ("h->next != h", "h->next = h->next->next;")],
    values: &[0, 1],
};

/// A ring, and a node of it.
const RING: Setting = Setting::of(RING_PHRASES);

/// Parts that know their owner, and where their value stands.
const OWNED: Setting = Setting::of(Vocabulary {
    types: "\
struct part;
struct owner { int x; struct part *first; };
struct part { struct owner *owner; int *where; int v; };
",
    params: "struct part *p, struct owner *o",
    locals: &[],
    asked: "if (!p->owner) return 9;",
    conditions: &[
        "p->owner == o",
        "p->owner->first == p",
        "p->owner->x == #",
        "p->where == &p->v",
        "p->where == &o->x",
        "*p->where == #",
        "o->first == p",
        "p->owner->first->owner == o",
        "p->v == o->x",
    ],
    statements: &[
        "*p->where = #;",
        "p->owner->x = #;",
        "p->v = #;",
        "p = o->first;",
        "p->where = &o->x;",
        "o = p->owner;",
        "o->first->v = #;",
    ],
    walks: &[],
    values: &[0, 1],
});

/// Globals that data leads to.
const GLOBALS: Setting = Setting {
    nodes: 2,
    inputs: &["glob", "table", "root"],
    targets: &["glob", "table", "root"],
    ..Setting::of(Vocabulary {
        types: "\
struct ref { int *at; struct ref *next; };
int glob, table[2];
struct ref root;
",
        params: "struct ref *r, int *p",
        locals: &[],
        asked: "if (!r || !p) return 9;",
        conditions: &[
            "r->at == &glob",
            "r->at == table + 1",
            "r->at == p",
            "r->at == p + 1",
            "*r->at == #",
            "r->next == &root",
            "r == &root",
            "p == &glob",
            "root.at == p",
            "glob == #",
        ],
        statements: &[
            "glob = #;",
            "*r->at = #;",
            "r = r->next;",
            "r->at = p;",
            "root.at = p;",
            "*p = #;",
            "table[1] = #;",
        ],
        walks: &[("r != &root", "r = r->next;")],
        values: &[0, 1],
    })
};

/// Ends in a structure, and the array that they stand in.
const SPAN: Setting = Setting {
    nodes: 3,
    length: 3,
    ..Setting::of(Vocabulary {
        types: "struct span { char *from, *to; };\n",
        params: "struct span *s, char *buf",
        locals: &[],
        asked: "if (!s->from) return 9;",
        conditions: &[
            "s->from == buf",
            "s->to == buf + 1",
            "s->from < s->to",
            "s->from == s->to",
            "*s->from == #",
            "s->to[-1] == #",
            "*buf == #",
            "s->to == 0",
        ],
        statements: &[
            "s->from++;",
            "*s->from = #;",
            "s->to = buf;",
            "buf[1] = #;",
            "s->to--;",
            "buf = s->to;",
        ],
        walks: &[("s->from != s->to", "s->from++;")],
        values: &[0, 1],
    })
};

/// Nodes that may be their own neighbours, and know their head.
const SELF: Setting = Setting::of(Vocabulary {
    types: "struct node { struct node *head, **link; int v; };\n",
    params: "struct node *p, struct node **q",
    locals: &["struct node *t = p;"],
    asked: "if (!t->head) return 9;",
    conditions: &[
        "t->head == t",
        "t->link == &t->head",
        "t->link == q",
        "*q == p",
        "q == &p->head",
        "*t->link == t",
        "t->v == #",
        "t->head == p",
    ],
    statements: &[
        "t = t->head;",
        "*t->link = p;",
        "t->link = q;",
        "*q = t;",
        "t->v = #;",
        "t = *q;",
        "q = t->link;",
    ],
    walks: &[("t->head != t", "t = t->head;")],
    values: &[0, 1],
});
