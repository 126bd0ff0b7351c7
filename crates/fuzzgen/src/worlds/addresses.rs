//! The low bits of addresses: any that the alignment of the type allows, and marks where the code takes them off before it follows
//! a pointer. Higher bits are nobody's to choose. Data alone.

use super::setting::Setting;
use crate::phrases::Vocabulary;

pub(super) const SETTINGS: [&Setting; 4] = [&CHARACTERS, &NUMBERS, &BYTES, &MARKED];

/// Characters stand anywhere.
const CHARACTERS: Setting = Setting {
    nodes: 2,
    length: 5,
    ..Setting::of(Vocabulary {
        types: "typedef unsigned long uintptr_t;\n",
        params: "const char *p, const char *q, int k",
        locals: &[],
        asked: "if (!p) return 9;",
        conditions: &[
            "(uintptr_t)p & 1",
            "((uintptr_t)p & 3) == #",
            "((uintptr_t)q & 3) == ((uintptr_t)p & 3)",
            "((uintptr_t)p & 3) > #",
            "k == #",
            "*p == #",
            "p == q",
            "((uintptr_t)q & 1) && k",
        ],
        statements: &["p++;", "k = (int)((uintptr_t)p & 3);", "q = p + 1;", "p--;", "p = q;"],
        walks: &[("(uintptr_t)p & 3", "p++;"), ("(uintptr_t)q & 1", "q--;")],
        values: &[0, 1, 2, 3],
    })
};

/// Numbers stand at multiples of their size.
const NUMBERS: Setting = Setting {
    nodes: 2,
    length: 3,
    ..Setting::of(Vocabulary {
        types: "typedef unsigned long uintptr_t;\n",
        params: "int *p, short *h, int k",
        locals: &[],
        asked: "if (!h) return 9;",
        conditions: &[
            "((uintptr_t)p & 7) == 4",
            "((uintptr_t)p & 3) == #",
            "(uintptr_t)h & 2",
            "(uintptr_t)h & 1",
            "((uintptr_t)h & 3) == #",
            "k == #",
            "*p == #",
            "((uintptr_t)p & 7) == ((uintptr_t)h & 7)",
        ],
        statements: &["p++;", "h++;", "k = (int)((uintptr_t)h & 3);", "*p = #;", "h--;"],
        walks: &[("(uintptr_t)h & 3", "h++;")],
        values: &[0, 1, 2],
    })
};

/// Bytes behind a pointer of no type.
const BYTES: Setting = Setting {
    nodes: 1,
    length: 5,
    ..Setting::of(Vocabulary {
        types: "typedef unsigned long uintptr_t;\n",
        params: "const void *p, unsigned k",
        locals: &["const unsigned char *b = p;"],
        asked: "if (!k) return 9;",
        conditions: &[
            "((uintptr_t)b & 1) && k > 0",
            "((uintptr_t)p & 3) == #",
            "((uintptr_t)(b + 1) & 1) == 0",
            "b && *b == #",
            "k == #",
            "b == p",
        ],
        statements: &["b++; k--;", "if (k) n = *b;", "k = (unsigned)((uintptr_t)b & 3);", "k--;"],
        walks: &[("k && ((uintptr_t)b & 3)", "b++; k--;")],
        values: &[0, 1, 2, 3],
    })
};

/// A mark in an argument. The code always takes it off, or the alignment would exclude it, and follows no pointer with it.
const MARKED: Setting = Setting {
    nodes: 2,
    marks: 1,
    ..Setting::of(Vocabulary {
        types: "\
typedef unsigned long uintptr_t;
struct n { int v; struct n *next; };
static struct n *raw(struct n *x) { return (struct n *)((uintptr_t)x & ~(uintptr_t)1); }
",
        params: "struct n *p, struct n *q",
        locals: &["struct n *a = raw(p), *b = raw(q);"],
        asked: "if (!p || !q) return 9;",
        conditions: &[
            "(uintptr_t)p & 1",
            "raw(p)->v == #",
            "a == q",
            "(uintptr_t)raw(p)->next & 1",
            "p == q",
            "a == raw(q)",
            "((uintptr_t)p & 1) == ((uintptr_t)q & 1)",
            "b->next == p",
        ],
        statements: &[
            "p = raw(p)->next;",
            "raw(p)->v = #;",
            "p = (struct n *)((uintptr_t)raw(q) | 1);",
            "b->next = p;",
            "p = a;",
        ],
        walks: &[("(uintptr_t)p & 1", "p = raw(p)->next;")],
        values: &[0, 1],
    })
};
