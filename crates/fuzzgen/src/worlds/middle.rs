//! Pointers into the middle of arrays: functions look at what stands before them. Data alone.

use super::setting::Setting;
use crate::phrases::Vocabulary;

pub(super) const SETTINGS: [&Setting; 7] =
    [&RANGE, &TEXT, &HEADER, &ITEMS, &LAST, &BUFFER, &VECTOR];

/// A place in an array of numbers, and an end.
const RANGE: Setting = Setting {
    length: 6,
    ..Setting::of(Vocabulary {
        types: "",
        params: "int *p, int *end",
        locals: &[],
        asked: "if (p == end) return 9;",
        conditions: &[
            "p[-1] == #",
            "p[-2] > p[-1]",
            "p == end",
            "end[-1] == #",
            "p[0] == #",
            "p[-1] == end[-1]",
            "p + 1 == end",
            "p < end",
            "end - p == #",
            "p[-1] < p[1]",
        ],
        statements: &[
            "p--;",
            "p++;",
            "end--;",
            "p[-1] = #;",
            "n = p[-2];",
            "*--end = #;",
            "if (p != end) p++;",
            "end = p;",
        ],
        walks: &[("p != end", "p++;"), ("*p", "p--;"), ("end[-1] == 0", "end--;")],
        values: &[0, 1, 2],
    })
};

/// A place in a text, and another.
const TEXT: Setting = Setting {
    length: 5,
    ..Setting::of(Vocabulary {
        types: "",
        params: "const char *s, char *t",
        locals: &["const char *at = s;"],
        asked: "if (!s || !t) return 9;",
        conditions: &[
            "s[-1] == #",
            "at[0] == #",
            "at[-1] == at[0]",
            "at == t",
            "at == s",
            "t[-2] != t[-1]",
            "*t == *at",
            "at == t - 1",
        ],
        statements: &[
            "at++;",
            "at--;",
            "t[-1] = #;",
            "*t++ = *at;",
            "at = t;",
            "while (at[-1] == 97) at--;",
            "t--;",
        ],
        walks: &[("*at", "at++;"), ("at[-1]", "at--;")],
        values: &[0, 97],
    })
};

/// A header before the data.
const HEADER: Setting = Setting {
    length: 3,
    nodes: 2,
    ..Setting::of(Vocabulary {
        types: "struct hdr { unsigned len, cap; };\n",
        params: "char *s, unsigned k",
        locals: &[],
        asked: "if (!s) return 9;",
        conditions: &[
            "((struct hdr *)s)[-1].len == #",
            "((struct hdr *)s - 1)->cap > #",
            "((struct hdr *)s)[-1].len == ((struct hdr *)s)[-1].cap",
            "((struct hdr *)(s - sizeof(struct hdr)))->len > k",
            "s[0] == #",
            "k == #",
            "s[1] == s[0]",
        ],
        statements: &[
            "((struct hdr *)s)[-1].len = k;",
            "k = ((struct hdr *)s - 1)->cap;",
            "((struct hdr *)s)[-1].cap -= 1;",
            "s[0] = #;",
            "n = s[0];",
        ],
        walks: &[("k < ((struct hdr *)s - 1)->len", "k++;")],
        values: &[0, 1, 2],
    })
};

/// Structures in an array.
const ITEMS: Setting = Setting {
    records: 4,
    ..Setting::of(Vocabulary {
        types: "struct item { int key, val; };\n",
        params: "struct item *it, struct item *first",
        locals: &[],
        asked: "if (it == first) return 9;",
        conditions: &[
            "it[-1].key == #",
            "it == first",
            "it[-1].key > it->key",
            "first[1].val == #",
            "it - first == #",
            "it[-1].val == first->val",
            "first + 1 == it",
            "it->key == #",
        ],
        statements: &[
            "it--;",
            "it[-1] = it[0];",
            "it->key = #;",
            "first++;",
            "it[-1].val = #;",
            "n = it[-2].key;",
        ],
        walks: &[("it > first", "it--;"), ("first != it", "first++;")],
        values: &[0, 1],
    })
};

/// A buffer with a place in it, or behind its end.
const BUFFER: Setting = Setting {
    nodes: 2,
    length: 2,
    ..Setting::of(Vocabulary {
        types: "struct buf { char data[3]; char *pos, *mark; };\n",
        params: "struct buf *b, char *at",
        locals: &[],
        asked: "if (!b->pos) return 9;",
        conditions: &[
            "b->pos == b->data + 3",
            "b->pos == b->data + #",
            "b->mark == b->pos",
            "at == b->data + 3",
            "at == b->pos",
            "b->pos == b->mark + 1",
            "b->data[0] == #",
            "b->pos[-1] == #",
            "b->pos != b->data",
        ],
        statements: &[
            "*b->pos = #;",
            "b->pos--;",
            "b->data[2] = #;",
            "b->mark = b->pos;",
            "b->pos[-1] = #;",
            "if (b->pos == b->data + 3) b->pos = b->data;",
            "n = b->data[1];",
        ],
        walks: &[("b->pos != b->data", "b->pos--;")],
        values: &[0, 1],
    })
};

/// Numbers in a structure and in a table, and an end that may be of one of them.
const VECTOR: Setting = Setting {
    nodes: 2,
    length: 2,
    inputs: &["table"],
    targets: &["table"],
    ..Setting::of(Vocabulary {
        types: "int table[2];\nstruct vec { int n; int a[2]; int *end; };\n",
        params: "struct vec *v, int *end",
        locals: &[],
        asked: "if (!end) return 9;",
        conditions: &[
            "end == v->a + 2",
            "end == table + 2",
            "v->end == v->a + 2",
            "v->end == table + 2",
            "v->end == end",
            "end == v->a",
            "end[-1] == #",
            "v->a[1] == #",
            "v->n == #",
        ],
        statements: &[
            "end--;",
            "*end = #;",
            "v->a[1] = #;",
            "end = v->end;",
            "v->end = end;",
            "table[1] = #;",
            "n = v->a[0];",
        ],
        walks: &[("end != v->a", "end--;")],
        values: &[0, 1],
    })
};

/// The last of so many elements: one before the start where there are none.
const LAST: Setting = Setting {
    length: 5,
    nodes: 2,
    ..Setting::of(Vocabulary {
        types: "",
        params: "char *r, int k, char **out",
        locals: &["char *t = r + k - 1;"],
        asked: "if (k < 0) return 9;",
        conditions: &[
            "t != r",
            "t < r",
            "k == #",
            "k < #",
            "*t == 1",
            "*out == t",
            "t[-1] == *t",
            "*out == r - 1",
        ],
        statements: &["t--;", "*t = 1;", "*out = t;", "r = t;", "k--;", "t = *out;"],
        walks: &[("t != r", "t--;")],
        values: &[0, 1, 2, -1],
    })
};
