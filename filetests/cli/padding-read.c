// test: cli
// A number of which some bytes stood between the members of a structure, and some may never have been written: reading it goes
// wrong where one was not written, and is not modelled elsewhere. Interpreter and walk stop at the same place.
// args: gen {file} -f f --out {tmp}
// exit: 2
// stdout: line 29: uninitialised
// stdout: line 29: uninitialised
// stdout: what stands between the members of a structure of the input
// no-stderr: internal error
#include <string.h>
struct s { char c; int i; };
static unsigned same(unsigned x) { return x; }
int f(struct s *p, const unsigned char *q, unsigned n, int e)
{
    unsigned v[2];
    unsigned char *to = (unsigned char *)v;
    while (n > 0) {
        unsigned d = n < 4 ? n : 4;
        if (e == 7 && q)
            memcpy(to, q, d);
        else
            memcpy(to, p, d);
        to += d;
        n -= d;
        if (to - (unsigned char *)v >= 8)
            break;
    }
    v[0] = same(v[0]);
    v[1] = same(v[1]);
    if (e > 3)
        return 2;
    if (e > 1)
        return 3;
    if (v[0] == 4)
        return 1;
    return 0;
}
