// test: cli
// A structure that ends in an array of one element or none stands for one with more: callers make room for them.
// args: gen {file} -f third --emit none
// stdout: 8   8 covered
// args: gen {file} -f flexible --emit none
// stdout: 8   8 covered
// args: gen {file} -f drop --emit none
// stdout: 6   6 covered
// args: gen {file} -f numbers --emit none
// stdout: 4   4 covered
#include <stdlib.h>
struct node { long arity; struct node *kids[1]; };
int third(struct node *n) {
  if (n && n->arity == 3 && n->kids[2] && n->kids[2]->arity == 7) return 1;
  return 0;
}
struct flex { long n; int *p[]; };
int flexible(const struct flex *f) {
  if (!f) return 2;
  if (f->n == 2 && f->p[1] && *f->p[1] == 5) return 1;
  return 0;
}
void drop(struct node *n) {
  long i;
  if (!n) return;
  if (n->arity > 4) n->arity = 4;
  for (i = 0; i < n->arity; i++) free(n->kids[i]);
  free(n);
}
struct run { long len; long of[1]; };
int numbers(const struct run *r, long i) {
  if (i > 2 && r->of[i] == 9) return 1;
  return 0;
}
