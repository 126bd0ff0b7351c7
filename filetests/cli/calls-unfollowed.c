// test: cli
// What numbers alone exclude is excluded also where functions call through pointers, or themselves: not followed, such calls
// may do anything. What they may enter is not excluded so.
// args: gen {file} -f tree --emit none
// stdout: n->kind & 2  false  infeasible, by a refutation of the whole function
// args: gen {file} -f each --emit none
// stdout: i < 0  true  infeasible, by a refutation of the whole function
// args: gen {file} -f entered --emit none
// stdout: 2   2 covered
// args: gen {file} -f called --emit none
// stdout: 6   6 covered
// args: gen {file} -f printed --emit none
// stdout: n > 11  true  infeasible, by a refutation of the whole function
struct tree { int kind; struct tree *left, *right; };
int tree(const struct tree *n) {
  if (!n) return 0;
  switch (n->kind & 7) {
  case 2: case 3:
    if (n->kind & 2) return tree(n->left) + tree(n->right);
    return -1;
  default: return 1;
  }
}
int each(void (*what)(int), int n) {
  int i;
  for (i = 0; i < n && i < 4; i++) {
    what(i);
    if (i < 0) return 1;
  }
  return 0;
}
static int five(int n) { if (n == 5) return 1; return 0; }
static int odd(int n) { if ((unsigned)n * 2654435761u == 12345u) return 1; return 0; }
int entered(int (*g)(int), int x) { return g(x) + odd(1); }
int called(int (*g)(int), int x) { if (g(x) == 1) { if (x == 5) return 3; } return five(5); }
#include <stdio.h>
int printed(void (*what)(const char *), int x, char *all) {
  char text[20];
  int n = sprintf(text, "%d", x);
  if (n > 11) return 1;
  what(all);
  return 0;
}
