//! Tables and variables that only their file can name: constants if nobody writes them, and never where pointers of the input lead,
//! unless their address leaves the file. Data alone.

use super::setting::Setting;
use crate::phrases::Vocabulary;

pub(super) const SETTINGS: [&Setting; 5] = [&TABLE, &NAMES, &COUNTER, &ESCAPED, &LIMITS];

/// A table that nobody writes.
const TABLE: Setting = Setting::of(Vocabulary {
    types: "static int tab[3] = { 1, 2, 5 };\n",
    params: "int i, const int *p",
    locals: &["int k = tab[i & 1];"],
    asked: "if (!p) return 9;",
    conditions: &[
        "tab[i & 1] == #",
        "p == tab",
        "p == &tab[1]",
        "*p == tab[2]",
        "i == #",
        "k > tab[0]",
        "tab[1] == #",
        "*p == #",
    ],
    statements: &["i = tab[i & 1];", "k = tab[2];", "p = tab + 1;", "k = *p;", "i = #;", "p++;"],
    walks: &[("*p != tab[0]", "p++;")],
    values: &[0, 1, 2, 5],
});

/// Names that nobody changes, and a level that nobody sets.
const NAMES: Setting = Setting::of(Vocabulary {
    types: "static const char *names[2] = { \"r\", \"g\" };\nstatic int level = 2;\n",
    params: "unsigned i, const char *s",
    locals: &["const char *name = names[i & 1];"],
    asked: "if (i > 1) return 9;",
    conditions: &[
        "name[0] == #",
        "names[i & 1] == 0",
        "s == name",
        "level < 1",
        "level == #",
        "*s == *name",
        "name[1]",
        "s == names[0]",
    ],
    statements: &["name = names[0];", "i ^= 1;", "name++;", "s = name;", "n = level;", "i = #;"],
    walks: &[("*name", "name++;"), ("*s == *name", "s++;")],
    values: &[0, 2, 114],
});

/// A variable that the file writes: it has any value, but nobody leads to it.
const COUNTER: Setting = Setting {
    inputs: &["count"],
    ..Setting::of(Vocabulary {
        types: "static int count;\nvoid tick(void) { count++; }\n",
        params: "int *p, int k",
        locals: &[],
        asked: "if (p == &count) return 9;",
        conditions: &["count == #", "p == &count", "*p == count", "count > k", "k == #", "*p == #"],
        statements: &["tick();", "*p = #;", "count = k;", "k = count;", "if (*p) tick();"],
        walks: &[("count < k", "tick();")],
        values: &[0, 1, 2],
    })
};

/// Variables whose address leaves the file: others may lead to them, and write them.
const ESCAPED: Setting = Setting {
    inputs: &["cell", "shared", "cursor"],
    targets: &["cell", "shared", "cursor"],
    ..Setting::of(Vocabulary {
        types: "\
static int cell, shared[2], own = 1;
int *where(void) { return &cell; }
int *cursor = shared;
",
        params: "int *p",
        locals: &[],
        asked: "if (!cursor) return 9;",
        conditions: &[
            "p == &cell",
            "p == shared + 1",
            "cursor == p",
            "cursor == &own",
            "own == #",
            "cell == #",
            "*p == #",
            "*cursor == #",
            "p == &own",
        ],
        statements: &[
            "*p = #;",
            "cell = #;",
            "cursor = p;",
            "shared[1] = #;",
            "*cursor = #;",
            "p = where();",
        ],
        walks: &[],
        values: &[0, 1, 2],
    })
};

/// A constant that others can name, and one that they cannot.
const LIMITS: Setting = Setting {
    targets: &["limits"],
    ..Setting::of(Vocabulary {
        types: "const int limits[2] = { 1, 4 };\nstatic const int most = 2;\n",
        params: "const int *p, int k",
        locals: &[],
        asked: "if (k > most) return 9;",
        conditions: &[
            "p == limits",
            "p == limits + 1",
            "p == &most",
            "limits[k & 1] == #",
            "*p == limits[1]",
            "k < most",
            "*p > #",
            "most == #",
        ],
        statements: &["k = *p;", "p = limits;", "k = limits[1];", "p++;", "k = #;"],
        walks: &[("k < limits[1]", "k++;")],
        values: &[0, 1, 4],
    })
};
