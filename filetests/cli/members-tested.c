// test: cli
// That a member is compared with NULL says nothing of the structure: that it is there is for callers to see to. Where structures
// lead to others of their kind, the first may be the end.
// args: gen {file} -f has_value -f has_all --out {tmp}
// exit: 0
// no-stdout: findings
// args: gen {file} -f is_last --out {tmp}
// exit: 2
// stdout: null-pointer
struct entry { int key; int *value; };
int has_value(const struct entry *e) { if (e->value) return *e->value == 3; return e->key; }
struct handlers { void (*on)(int); void (*off)(int); };
int has_all(const struct handlers *h) { if (h->on && h->off) return 1; return 0; }
struct node { int key; struct node *next; };
int is_last(const struct node *n) { if (n->next) return 0; return 1; }
