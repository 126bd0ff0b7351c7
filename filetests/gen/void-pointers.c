// test: gen
// A pointer to void leads to whatever others lead to, globals and itself. The truths are found by hand: each comment names the input.
#include <assert.h>
struct o { void *self; int x; };
int glob;
// int i; same(&i, &i)
int same(void *p, int *q) { if (p == q) return 1; return 0; }
// struct o s = { &s };
int knows_itself(struct o *s) { if (s->self == s) return 1; return 0; }
int is_global(void *ctx) { if (ctx == &glob) return 1; return 0; }
// void *p = &p;
int leads_back(void **pp) { if (*pp == (void *)pp) return 1; return 0; }
// The assertion can fail.
int never_same(void *p, int *q) { assert(p != q); return 0; }
// gen: same branch covered=2
// gen: knows_itself branch covered=2
// gen: is_global branch covered=2
// gen: leads_back branch covered=2
// gen: never_same branch covered=2 findings=1
