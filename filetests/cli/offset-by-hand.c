// test: cli
// An offset that is computed from a null pointer is a constant.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 0
// stdout: f, criterion branch: complete
// stdout: objectives      2   2 covered
// no-stdout: unknown
// no-stdout: findings
struct node { int v; struct node *link; };
#define OFFSET ((unsigned long)&((struct node *)0)->link)
int f(unsigned long x) { if (x == OFFSET) return 1; return 0; }
