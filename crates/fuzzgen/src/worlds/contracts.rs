//! Contracts that say that memory is there, lies apart or ends: they mean what they name, and nothing beside it. Data alone.

use super::links::RING_PHRASES;
use super::setting::Setting;
use crate::phrases::Vocabulary;

pub(super) const SETTINGS: [&Setting; 4] = [&RING, &OWN, &ARRAYS, &COUNTED];

/// Rings and lists.
const RING: Setting = Setting {
    contracts: &[
        "/*@ requires \\valid(h); */\n",
        "/*@ requires \\valid(h) && \\valid(e); */\n",
        "/*@ requires \\valid(h) && h->next == h; */\n",
        "/*@ requires \\acyclic(h, next); */\n",
        "/*@ requires \\valid(e) && \\acyclic(e, next); */\n",
        "/*@ requires \\valid(h) && \\valid(e) && \\separated(h, e); */\n",
        "/*@ requires \\valid(h) && \\valid(h->next); */\n",
        "/*@ requires \\valid(h) && \\valid(e) && \\reachable(h, e, next); */\n",
        "/*@ requires \\valid(h) && !\\acyclic(h, next); */\n",
    ],
    ..Setting::of(RING_PHRASES)
};

/// Structures that lead to themselves.
const OWN: Setting = Setting {
    contracts: &[
        "/*@ requires \\valid(o); */\n",
        "/*@ requires \\valid(o) && o->self == o; */\n",
        "/*@ requires \\valid(o) && \\valid(o->at); */\n",
        "/*@ requires \\valid(o) && \\valid(q) && \\separated(o, q); */\n",
        "/*@ requires \\valid(o) && \\valid(o->at) && \\separated(o, o->at); */\n",
    ],
    ..Setting::of(Vocabulary {
        types: "struct own { struct own *self; int *at; int x; };\n",
        params: "struct own *o, struct own *q",
        locals: &[],
        asked: "if (!o->at) return 9;",
        conditions: &[
            "o->x == #",
            "o->self == o",
            "o->at == &o->x",
            "o->self == q",
            "*o->at == #",
            "o == q",
            "o->at == &o->self->x",
            "q == 0",
        ],
        statements: &["o->x = #;", "*o->at = #;", "o = o->self;", "q->x = #;", "o->self = q;"],
        walks: &[],
        values: &[0, 1],
    })
};

/// Ranges of arrays.
const ARRAYS: Setting = Setting {
    length: 4,
    nodes: 2,
    contracts: &[
        "/*@ requires \\valid(p + (0 .. 1)) && \\valid(q + (0 .. 1)); requires \\separated(p, q); */\n",
        "/*@ requires \\valid(p + (-1 .. 1)); */\n",
        "/*@ requires \\valid(p + (0 .. 1)) && \\valid(q + (0 .. 1)) && \\separated(p + (0 .. 1), q + (0 .. 1)); */\n",
        "/*@ requires \\valid(p + (-1 .. 1)) && \\valid(q + (0 .. 1)) && \\separated(p + (-1 .. 0), q + (0 .. 0)); */\n",
        "/*@ requires \\valid(p + (0 .. 1)) && \\valid(q + (-1 .. 0)); */\n",
        "/*@ requires \\separated(p + (0 .. 1), q); */\n",
        "/*@ requires \\valid(p) && \\valid(q); */\n",
    ],
    ..Setting::of(Vocabulary {
        types: "",
        params: "int *p, int *q",
        locals: &[],
        asked: "if (p == q) return 9;",
        conditions: &[
            "p[1] == #",
            "q[0] == #",
            "p + 1 == q",
            "p == q",
            "q[-1] == #",
            "p[1] == q[0]",
            "q == p - 1",
            "p[-1] > q[1]",
        ],
        statements: &[
            "p[1] = #;",
            "q[0] = #;",
            "p[-1] = #;",
            "q[1] = p[0];",
            "p++;",
            "*p = q[-1];",
        ],
        walks: &[],
        values: &[0, 1],
    })
};

/// Ranges of as many elements as an argument says.
const COUNTED: Setting = Setting {
    length: 3,
    nodes: 2,
    contracts: &[
        "/*@ requires 0 <= k <= 2 && \\valid(p + (0 .. k - 1)); */\n",
        "/*@ requires 0 <= k <= 2 && \\valid(p + (0 .. k - 1)) && \\valid(q + (0 .. k - 1)) && \\separated(p + (0 .. k - 1), q + (0 .. k - 1)); */\n",
        "/*@ requires 0 <= k <= 1 && \\valid(p + (0 .. 1)) && \\separated(p + k, q); */\n",
        "/*@ requires k >= 0 && \\valid(p + (-k .. 0)); */\n",
    ],
    ..Setting::of(Vocabulary {
        types: "",
        params: "int *p, int *q, int k",
        locals: &[],
        asked: "if (k > 0 && p == q) return 9;",
        conditions: &[
            "k > 0 && p[k - 1] == #",
            "k == #",
            "p == q",
            "k > 0 && *q == #",
            "p + k == q",
            "k > 0 && p[-k] == #",
            "p + 1 == q",
        ],
        statements: &[
            "if (k > 0) p[k - 1] = #;",
            "if (k > 0) *q = #;",
            "k--;",
            "if (k > 0) p[-k] = #;",
            "if (k > 0) n = *p;",
        ],
        walks: &[("n < k && p[n] == 0", "")],
        values: &[0, 1, 2],
    })
};
