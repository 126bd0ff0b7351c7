// test: cli
// Blocks of billions of bytes are more than the interpreter has: compiled code shows what comes of them.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: objectives      6   6 covered
#include <stdlib.h>
int f(int n)
{
    if (n < 1)
        return 0;
    char *p = malloc(n);
    if (!p)
        return -1;
    p[n - 1] = 1;
    int r = p[n - 1];
    free(p);
    if (n > 2000000000)
        return 2;
    return r;
}
