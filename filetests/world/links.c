// test: world
// Links of structures: null where something is compared with it, and nodes of others.
struct list { struct list *next, *prev; };
struct item { int key; struct list link; };
int empty(const struct list *h) { if (h->next == h) return 1; return 0; }
int length(const struct list *l) { int n = 0; while (l) { n++; l = l->next; } return n; }
int key(struct list *l)
{
    struct item *i = (struct item *)((char *)l - __builtin_offsetof(struct item, link));
    if (i->key > 3) return 1;
    return 0;
}
void drop(struct list **pp) { if (*pp) *pp = (*pp)->next; }
// expect:
// empty
//   h: const struct list *
//     plain: the start of an array of struct list
//     plain: a struct list of others
//     beyond not-null: null, which what it is compared with may be
//   pointers inside data
//     plain: h may lead to any element of the array of struct list.next
// length
//   l: const struct list *
//     plain: the start of an array of struct list
//     plain: a struct list of others
//     plain: null, with which it or a link of its kind is compared
// key
//   l: struct list *
//     plain: .link of a struct item of its own
//     beyond starts-array: any element of its array
//     plain: a struct list of others
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     starts-array: l leads to the start of an array; yours by `--assume starts-array`, where more is touched
// drop
//   pp: struct list **
//     plain: the start of an array of struct list *
//     plain: .next of a struct list of its own
//     plain: .prev of a struct list of its own
//     plain: a struct list * of others
//     not tried: null, with which nothing compares it
