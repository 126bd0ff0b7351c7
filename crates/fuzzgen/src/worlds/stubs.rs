//! Functions that are defined elsewhere: they return anything, write whatever they can reach, and may give back what they were
//! given. Each is only declared in the unit; its script does what the input says. Data alone.

use super::setting::Setting;
use crate::phrases::Vocabulary;

pub(super) const SETTINGS: [&Setting; 6] = [&POLL, &FILL, &FIND, &OUT, &LOOKUP, &UPDATE];

/// What every script begins with: the numbers of the input, one after the other.
pub(super) const TOLD: &str = "\
int script[8];
static int turn;
static int told(void) { return script[turn++ % 8]; }
";

/// A flag that others set.
const POLL: Setting = Setting {
    inputs: &["ready", "script"],
    script: "\
void poll(void) { if (told()) ready = told(); }
int ask(int k) { if (told()) ready = k; return told(); }
",
    ..Setting::of(Vocabulary {
        types: "int ready;\nvoid poll(void);\nint ask(int);\n",
        params: "int k",
        locals: &[],
        asked: "ready = 0;",
        conditions: &["ready", "ready == #", "k == ready", "ask(k) == #", "k == #", "ask(0) < k"],
        statements: &[
            "poll();",
            "k = ready;",
            "ready = #;",
            "k = ask(#);",
            "ready = k;",
            "ask(k);",
        ],
        walks: &[("!ready", "poll();"), ("ask(k)", "k = 1;")],
        values: &[0, 1, 2],
    })
};

/// Arrays that others fill, and numbers that they only look at.
const FILL: Setting = Setting {
    nodes: 2,
    inputs: &["script"],
    script: "\
void fill(int *a, int m) { for (int i = 0; i < m; i++) if (told()) a[i] = told(); }
int measure(const int *a) { return told(); }
",
    ..Setting::of(Vocabulary {
        types: "void fill(int *, int);\nint measure(const int *);\n",
        params: "int *p, int k",
        locals: &["int a[2] = { 0, 0 };"],
        asked: "fill(a, 2);",
        conditions: &[
            "a[1] == #",
            "a[0] == a[1]",
            "*p == #",
            "measure(p) == #",
            "*p == a[0]",
            "k == #",
            "measure(a) > k",
        ],
        statements: &["fill(p, 1);", "fill(a, 2);", "a[1] = k;", "k = measure(a);", "*p = #;"],
        walks: &[],
        values: &[0, 1],
    })
};

/// Texts in which others find a place, or which they give back.
const FIND: Setting = Setting {
    inputs: &["script"],
    script: "\
char *find(char *s, char c)
{
    switch (told()) {
    case 0: return 0;
    case 1: return s;
    }
    s[0] = c;
    return s + 1;
}
const char *name(const char *s) { if (told()) return s; return \"\\1\"; }
",
    ..Setting::of(Vocabulary {
        types: "char *find(char *, char);\nconst char *name(const char *);\n",
        params: "char *s, int k",
        locals: &["char *t = s;"],
        asked: "if (!s) return 9;",
        conditions: &[
            "t == s",
            "t == 0",
            "t == s + 1",
            "find(s, #) != s",
            "name(s) == s",
            "*name(s) == #",
            "t && *t == #",
            "k == #",
        ],
        statements: &[
            "t = find(s, #);",
            "t = find(t, 0);",
            "s[0] = #;",
            "k = *name(s);",
            "if (t) t[0] = #;",
            "t = s;",
        ],
        walks: &[("t && t != s", "t = find(s, 1);")],
        values: &[0, 1, 2],
    })
};

/// Results by way of a pointer.
const OUT: Setting = Setting {
    nodes: 2,
    inputs: &["script", "spare"],
    targets: &["spare"],
    script: "\
int acquire(struct dev **out, int k)
{
    if (told()) *out = told() ? &spare : 0;
    return told();
}
void release(struct dev *d) { if (d && told()) d->state = told(); }
",
    ..Setting::of(Vocabulary {
        types: "\
struct dev { int state; struct dev *peer; };
struct dev spare;
int acquire(struct dev **, int);
void release(struct dev *);
",
        params: "struct dev *p, int k",
        locals: &["struct dev *d = p;"],
        asked: "if (!p) return 9;",
        conditions: &[
            "acquire(&d, k) == #",
            "d == p",
            "d == 0",
            "d == &spare",
            "d && d->state == #",
            "p->peer == p",
            "acquire(&p->peer, #)",
            "k == #",
        ],
        statements: &[
            "k = acquire(&d, #);",
            "release(d);",
            "release(p); p->state = #;",
            "d = p->peer;",
            "p->state = #;",
            "if (d) release(d);",
        ],
        walks: &[("!d", "k = acquire(&d, 1);")],
        values: &[0, 1],
    })
};

/// Pointers of no type that others give back or know by themselves.
const LOOKUP: Setting = Setting {
    inputs: &["script", "glob"],
    targets: &["glob"],
    script: "\
void *lookup(void *key)
{
    switch (told()) {
    case 0: return 0;
    case 1: return key;
    }
    return &glob;
}
int same(const void *a, const void *b) { return told(); }
",
    ..Setting::of(Vocabulary {
        types: "int glob;\nvoid *lookup(void *);\nint same(const void *, const void *);\n",
        params: "void *key, int *p",
        locals: &["void *r = 0;"],
        asked: "r = lookup(key);",
        conditions: &[
            "r == key",
            "r == 0",
            "r == &glob",
            "lookup(p) == p",
            "same(r, p)",
            "same(key, r) == #",
            "glob == #",
            "*p == #",
        ],
        statements: &["r = lookup(key);", "r = lookup(p);", "*p = #;", "key = r;", "glob = #;"],
        walks: &[],
        values: &[0, 1, 2],
    })
};

/// Nodes that others change, and links that they turn.
const UPDATE: Setting = Setting {
    nodes: 2,
    inputs: &["script", "head"],
    targets: &["head"],
    script: "\
void update(struct node *n)
{
    if (told()) n->v = told();
    if (told()) n->next = told() ? n : 0;
}
struct node *first(void)
{
    if (told()) return &head;
    return head.next;
}
",
    ..Setting::of(Vocabulary {
        types: "\
struct node { int v; struct node *next; };
struct node head;
void update(struct node *);
struct node *first(void);
",
        params: "struct node *p",
        locals: &["struct node *t = p;"],
        asked: "if (!p) return 9;",
        conditions: &[
            "t->v == #",
            "t->next == t",
            "t->next == 0",
            "t == &head",
            "first() == t",
            "head.v == #",
            "head.next == p",
            "first()->v == #",
        ],
        statements: &[
            "update(t);",
            "t->v = #; update(t);",
            "t = first();",
            "t->next = 0;",
            "t = t->next;",
            "update(&head);",
            "head.v = #;",
        ],
        walks: &[("t->next != t", "update(t);")],
        values: &[0, 1],
    })
};
