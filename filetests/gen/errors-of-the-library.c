// test: gen
// What `errno` is after functions of the library: that of an allocation is followed, that of <math.h> is not, and nothing is
// excluded for want of it.
#include <errno.h>
#include <math.h>
#include <stdlib.h>

int root(double x)
{
    errno = 0;
    double y = sqrt(x);
    if (errno == EDOM) return 1;
    return y == 2.0 ? 2 : 0;
}
// gen: root branch covered=3 unknown=1

int scaled(double x, int n)
{
    errno = 0;
    double y = ldexp(x, n);
    if (errno == ERANGE) return 1;
    return y == 2.0 ? 2 : 0;
}
// gen: scaled branch covered=3 unknown=1

int room(size_t n)
{
    errno = 0;
    void *p = malloc(n);
    if (errno == ENOMEM) return 1;
    if (!p) return 2;
    free(p);
    return 0;
}
// gen: room branch covered=3 infeasible=1
