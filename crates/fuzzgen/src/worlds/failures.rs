//! Allocations that fail, and pointers that are null where nobody asks for it, alone or together. Data alone.

use super::setting::Setting;
use crate::phrases::Vocabulary;

pub(super) const SETTINGS: [&Setting; 5] = [&NUMBER, &GROWN, &PUSHED, &ALONE, &ORDERED];

/// Room for a number.
const NUMBER: Setting = Setting {
    nodes: 1,
    allocations: 3,
    ..Setting::of(Vocabulary {
        types: "void *malloc(unsigned long);\nvoid free(void *);\n",
        params: "int *p, int k",
        locals: &["int *m = 0;"],
        asked: "m = malloc(sizeof *m);",
        conditions: &["m == 0", "!m", "m == p", "k == #", "m && *m == #", "p == 0", "m"],
        statements: &[
            "m = malloc(sizeof *m);",
            "if (!m) return 7;",
            "m = malloc(sizeof *m); if (!m) return 6; *m = k;",
            "if (m) *m = #;",
            "if (!m) m = malloc(sizeof *m);",
            "free(m); m = 0;",
            "k = m ? 1 : 0;",
            "*p = #;",
        ],
        walks: &[("!m", "m = malloc(sizeof *m);")],
        values: &[0, 1],
    })
};

/// A text that grows.
const GROWN: Setting = Setting {
    allocations: 2,
    ..Setting::of(Vocabulary {
        types: "void *realloc(void *, unsigned long);\nvoid *malloc(unsigned long);\n",
        params: "char **s, int k",
        locals: &["char *q = 0;"],
        asked: "if (!*s) return 9;",
        conditions: &["!q", "*s == 0", "k == #", "q && k", "*s && (*s)[0] == #", "q == 0 && !k"],
        statements: &[
            "q = realloc(*s, 3); if (!q) return 5; *s = q;",
            "q = malloc(2);",
            "if (q) { q[0] = #; q[1] = 0; }",
            "if (!q) k = 2;",
            "if (q) { *s = q; q = 0; }",
            "k = #;",
        ],
        walks: &[],
        values: &[0, 1],
    })
};

/// A list that gets a new head.
const PUSHED: Setting = Setting {
    nodes: 2,
    allocations: 3,
    ..Setting::of(Vocabulary {
        types: "\
void *calloc(unsigned long, unsigned long);
struct node { int v; struct node *next; };
",
        params: "struct node **head, int k",
        locals: &["struct node *t = 0;"],
        asked: "if (!*head) return 9;",
        conditions: &[
            "t == 0",
            "*head == 0",
            "t && t->v == #",
            "t && t->next == *head",
            "*head && (*head)->v == k",
            "k == #",
        ],
        statements: &[
            "t = calloc(1, sizeof *t);",
            "t = calloc(1, sizeof *t); if (!t) return 5; t->next = *head; *head = t;",
            "if (t) t->v = k;",
            "if (t) t->next = *head;",
            "if (!t) return 6;",
            "t = *head;",
        ],
        walks: &[("t", "t = t->next;"), ("!t", "t = calloc(1, sizeof *t);")],
        values: &[0, 1],
    })
};

/// Pointers of which one is null and another is not.
const ALONE: Setting = Setting {
    nodes: 2,
    ..Setting::of(Vocabulary {
        types: "struct it { int *a, *b; int k; };\n",
        params: "struct it *i, int *p, int *q",
        locals: &[],
        asked: "if (p && !q) return 9;",
        conditions: &[
            "!p && q",
            "p == q",
            "i->a == i->b",
            "i->a && !i->b",
            "*p == #",
            "i->k == #",
            "q == i->a",
            "*i->b == #",
        ],
        statements: &["*p = #;", "i->a = p;", "q = i->b;", "i->k = #;", "*i->a = #;", "p = q;"],
        walks: &[],
        values: &[0, 1],
    })
};

/// Null among pointers that are ordered.
const ORDERED: Setting = Setting {
    length: 4,
    ..Setting::of(Vocabulary {
        types: "struct range { char *base, *cur; };\n",
        params: "struct range *i, char *lp, char **pp",
        locals: &["char *p = *pp;"],
        asked: "if (!p) return 9;",
        conditions: &[
            "p < lp",
            "p > lp + 1",
            "i->cur == 0",
            "i->cur < i->base",
            "i->cur >= lp",
            "p == 0",
            "i->base == p",
            "*lp == #",
        ],
        statements: &["i->cur = i->base;", "p = i->cur;", "*pp = lp;", "p++;", "i->base = 0;"],
        walks: &[("p != lp", "p--;")],
        values: &[0, 1],
    })
};
