// test: cli
// A block may lie where one lay before: nothing that takes this is infeasible, and no test rests on it.
// args: gen {file} -f grown --emit none
// exit: 1
// stdout: 3 covered, 1 unknown
// stdout: whether a block lies where one lay before
// no-stdout: compiled code does otherwise
// args: gen {file} -f again --emit none --assume allocation-succeeds
// exit: 1
// stdout: 2 unknown
// args: gen {file} -f kept --emit none
// exit: 0
// stdout: 4 covered
#include <stdint.h>
#include <stdlib.h>

int grown(char *p)
{
    char *q = realloc(p, 100);
    if (!q)
        return 1;
    int same = q == p ? 2 : 3;
    free(q);
    return same;
}

int again(void)
{
    char *p = malloc(8);
    uintptr_t old = (uintptr_t)p;
    free(p);
    p = malloc(8);
    int same = (uintptr_t)p == old ? 1 : 2;
    free(p);
    return same;
}

/* What was not freed is another block. */
int kept(char *p, int *other)
{
    int *q = malloc(8);
    free(p);
    if (q == other)
        return 1;
    if (!q)
        return 2;
    free(q);
    return 3;
}
