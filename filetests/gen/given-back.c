// test: gen
// What is freed was allocated: members never lead into the middle of what others lead to. What is allocated may fail.
#include <stdlib.h>
struct v { int *d; int n; };
void drop(struct v *v) { free(v->d); v->d = NULL; v->n = 0; }
int grow(char **s, size_t n) { if (!*s || n < 8) return 1; char *q = realloc(*s, n); if (!q) return -1; *s = q; return 0; }
// gen: drop branch covered=0 findings=0
// gen: grow branch covered=6
