// test: run
// Blocks that move, end and fail to exist.
#include <stdlib.h>
#include <string.h>
#include <errno.h>

int grown(int n)
{
    int *a = malloc(2 * sizeof *a), r;
    a[0] = 3; a[1] = 4;
    a = realloc(a, 4 * sizeof *a);
    a[2] = 5;
    r = a[n] ? a[n] : 0;
    free(a);
    return r;
}
// run: grown(0) == 3
// run: grown(2) == 5
// run: grown(3) traps uninitialised
// run: grown(4) traps out-of-bounds

int shrunk(int n)
{
    char *s = strdup("abc");
    int r;
    s = realloc(s, 2);
    r = s[n];
    free(s);
    return r;
}
// run: shrunk(1) == 98
// run: shrunk(2) traps out-of-bounds

int moved(int n)
{
    int *a = malloc(sizeof *a), *b;
    *a = 1;
    b = realloc(a, 64 * sizeof *a);
    if (n == 1) return *a;
    if (n == 2) free(a);
    n = *b;
    free(b);
    return n;
}
// run: moved(0) == 1
// run: moved(1) traps use-after-free
// run: moved(2) traps double-free

int prefix(int n)
{
    char *s = strndup("hello", n);
    int r = (int)strlen(s);
    free(s);
    return r;
}
// run: prefix(2) == 2
// run: prefix(9) == 5
// run: prefix(0) == 0

int wrong(int n)
{
    static int kept[4];
    int own[4], *p = malloc(4 * sizeof *p);
    int *all[4] = { p, kept, own, p + 1 };
    free(all[n]);
    return n;
}
// run: wrong(0) == 0
// run: wrong(1) traps bad-free
// run: wrong(2) traps bad-free
// run: wrong(3) traps bad-free

int nothing(void)
{
    char *p = malloc(4), *q;
    q = realloc(NULL, 3);
    free(NULL);
    p = realloc(p, 0);
    free(q);
    return p == NULL && q != NULL;
}
// run: nothing() == 1
