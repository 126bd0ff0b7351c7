// test: cli
// Goals over linked inputs and over what a function allocates: no path is walked for any of these.
// args: prove {file} --check rte -f two
// exit: 0
// stdout: 10 proved, 0 wrong, 0 unknown
// args: reach {file}:33 -f two
// exit: 5
// args: reach {file}:36 -f two
// exit: 0
// stdout: p
// args: reach {file}:38 -f two
// exit: 5
// args: prove {file} --check rte -f blocks
// exit: 1
// stdout: 0 wrong, 0 unknown, 3 proved while
// args: reach {file}:47 -f blocks
// exit: 5
// args: reach {file}:49 -f blocks
// exit: 5
// args: reach {file}:52 -f blocks
// exit: 5
// args: prove {file} --check rte -f freed
// exit: 2
// stdout: access to what was freed in `*p`
// stdout: n = 5
// stdout: 1 wrong, 0 unknown
#include <stdlib.h>
struct node { int v; struct node *next; };
int two(struct node *p)
{
    if (!p || !p->next) return 0;
    if (p->v != p->next->v && p == p->next)
        return 1;
    p->v = 3, p->next->v = 4;
    if (p->v == 4)
        return 2;
    if (p->v != 3)
        return 3;
    return 4;
}
int blocks(int n)
{
    int *a = malloc(4 * sizeof *a);
    int *b = calloc(2, sizeof *b);
    if (n > 0) a[0] = n; else { a[0] = 7; free(b); b = a; }
    if (b == a && n > 0)
        return 9;
    if (a[0] < 0)
        return 8;
    b[1] = 5;
    if (n > 0 && b[0] != 0)
        return 6;
    free(a);
    if (n > 0) free(b);
    return 1;
}
int freed(int n)
{
    int *p = malloc(sizeof *p);
    *p = n;
    if (n > 3) free(p);
    if (n == 5) return *p;
    if (n <= 3) free(p);
    return 0;
}
