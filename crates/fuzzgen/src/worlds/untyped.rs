//! `void *` that nobody converts: functions compare it with all sorts of pointers. Data alone.

use super::setting::Setting;
use crate::phrases::Vocabulary;

pub(super) const SETTINGS: [&Setting; 5] = [&COMPARED, &CONTEXT, &BEHIND, &CHAIN, &WHO];

/// Arguments of no type beside one to a number.
const COMPARED: Setting = Setting::of(Vocabulary {
    types: "",
    params: "void *a, int *b, void *c",
    locals: &[],
    asked: "if (!a) return 9;",
    conditions: &[
        "a == b",
        "a == c",
        "a == 0",
        "c != b",
        "a == b + 1",
        "c == 0",
        "*b == #",
        "b == 0",
    ],
    statements: &["a = c;", "b++;", "c = b;", "*b = #;", "if (a == b) c = 0;", "a = b + 1;"],
    walks: &[],
    values: &[0, 1],
});

/// A structure that holds what its user gave it.
const CONTEXT: Setting = Setting {
    inputs: &["glob"],
    targets: &["glob"],
    ..Setting::of(Vocabulary {
        types: "struct o { void *self; int x; };\nint glob;\n",
        params: "struct o *s, void *ctx",
        locals: &[],
        asked: "if (!s) return 9;",
        conditions: &[
            "s->self == s",
            "s->self == ctx",
            "s->self == &s->x",
            "ctx == &glob",
            "s->self == &glob",
            "s->x == #",
            "s->self == 0",
            "ctx == s",
            "glob == #",
        ],
        statements: &[
            "s->self = ctx;",
            "ctx = s;",
            "ctx = s->self;",
            "s->x = #;",
            "glob = #;",
            "s->self = &glob;",
        ],
        walks: &[],
        values: &[0, 1],
    })
};

/// A pointer of no type behind a pointer.
const BEHIND: Setting = Setting::of(Vocabulary {
    types: "",
    params: "void **pp, void *q, int k",
    locals: &[],
    asked: "if (!*pp) return 9;",
    conditions: &[
        "*pp == pp",
        "*pp == q",
        "*pp == 0",
        "q == pp",
        "pp[1] == *pp",
        "q == pp + 1",
        "k == #",
        "pp[1] == pp",
    ],
    statements: &["*pp = q;", "q = *pp;", "pp++;", "pp[1] = *pp;", "*pp = pp;", "k = #;"],
    walks: &[("*pp", "pp++;")],
    values: &[0, 1],
});

/// Pointers of no type that lead to their like.
const CHAIN: Setting = Setting {
    nodes: 2,
    ..Setting::of(Vocabulary {
        types: "",
        params: "void **pp, void *last",
        locals: &["void **at = pp;"],
        asked: "if (!at) return 9;",
        conditions: &[
            "*at == at",
            "*at == pp",
            "at == last",
            "*at == 0",
            "*pp == last",
            "at == pp",
        ],
        statements: &["at = *at;", "*at = last;", "at = pp;", "if (*at) at = *at;", "last = *at;"],
        walks: &[("*at", "at = *at;"), ("at != last", "at = *at;")],
        values: &[0, 1],
    })
};

/// A structure that names somebody, whatever that is.
const WHO: Setting = Setting::of(Vocabulary {
    types: "struct a { int x, y; };\nstruct b { void *who; const void *what; int y; };\n",
    params: "struct a *p, struct b *q",
    locals: &["const void *w = 0;"],
    asked: "if (!q->who) return 9;",
    conditions: &[
        "q->who == p",
        "q->who == q",
        "q->what == &p->y",
        "q->who == q->what",
        "q->what == &q->what",
        "w == q->who",
        "p->y == #",
        "q->y == p->x",
    ],
    statements: &[
        "q->who = p;",
        "w = q->what;",
        "w = &p->y;",
        "q->y = #;",
        "p->x = #;",
        "q->what = w;",
    ],
    walks: &[],
    values: &[0, 1],
});
