// test: cli
// Where pointers may lead, and what accesses through them use and define.
// args: inspect {file} --stage points-to -f pick
// exit: 0
// stdout: φd{a?, b?} by `*p = 1`
// stdout: `p` -> {a?, b?}
// args: inspect {file} --stage points-to -f sure
// exit: 0
// stdout: φd{x} by `*q = 2`
// args: inspect {file} --stage points-to -f next
// exit: 0
// stdout: `n->next` = φu{input(struct node)+8?}
int pick(int c) {
  int a = 0, b = 0, *p = c ? &a : &b;
  *p = 1;
  return a;
}

int sure(void) {
  int x, *q = &x;
  *q = 2;
  return x;
}

struct node {
  int value;
  struct node *next;
};
int next(struct node *n) {
  if (!n) return 0;
  return n->next ? n->next->value : 0;
}
