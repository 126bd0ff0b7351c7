// test: gen
// `\valid` says what may be accessed, and nothing of who else leads there: links back to an object whose length a contract fixes
// stay possible. The truths are found by hand: each comment names the input.
struct list { struct list *next, *prev; };
struct own { struct own *self; int x; };
struct node { int key; struct node *next; };
struct holder { int *x; };
struct both { struct node *first, *second; };
// h->next == h: the ring of one that is an empty list.
/*@ requires \valid(h); */
int empty(const struct list *h) { if (h->next == h) return 1; return 0; }
// n->next is another node (or n itself) whose prev is n: the promise is broken.
/*@ requires \valid(n); ensures \result == 0; */
int linked_back(struct list *n) { if (n->next && n->next->prev == n) return 1; return 0; }
// o->self == o, as asked: the precondition has inputs.
/*@ requires \valid(o); requires o->self == o; */
int knows_itself(struct own *o) { if (o->x == 3) return 1; return 0; }
// l -> m with m another node, and l itself.
/*@ requires \valid(l) && \valid(m); requires \reachable(l, m, next); */
int reaches(struct node *l, struct node *m) { if (l == m) return 1; return 0; }
// The same without a length.
/*@ requires \reachable(l, m, next); */
int reaches_any(struct node *l, struct node *m) { if (l == m) return 1; return 0; }
/*@ requires \reachable(l, m, next); */
int reaches_anyhow(struct node *l, struct node *m) { if (l == m) return 1; return 0; }
// h->x leads to the start of what p leads to, whose length is 2.
/*@ requires \valid(h) && \valid(p + (0 .. 1)); */
int element(struct holder *h, int *p) { p[0] = 1; *h->x = 2; if (p[0] == 2) return 1; return 0; }
// Both members lead to the parameter.
/*@ requires \valid(n); */
int twice(struct both *b, struct node *n) { if (b->first == n && b->second == n) return 1; return 0; }
// An argument that is passed by value is nobody else's: its own address is never found in data.
/*@ requires \valid(q); */
int by_value(struct own a, struct own *q) { if (q->self == &a) return 1; return 0; }
// gen: empty branch covered=2 infeasible=0 unknown=0
// gen: linked_back branch covered=4 infeasible=0 unknown=0 findings=1
// gen: knows_itself branch covered=2 infeasible=0 unknown=0
// gen: reaches branch covered=2 infeasible=0 unknown=0
// gen: reaches_any branch covered=2 infeasible=0 unknown=0
// gen: reaches_anyhow branch covered=2 infeasible=0 unknown=0
// gen: element branch covered=2 infeasible=0 unknown=0
// gen: twice branch covered=4 infeasible=0 unknown=0
// gen: by_value branch covered=1 infeasible=1 unknown=0
