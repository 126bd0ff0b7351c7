// test: cli
// `<assert.h>` makes a macro of `assert`: it does not swallow assertions in comments, with or without parentheses, and its own
// ones are heard too.
// args: prove --check assert {file}
// exit: 2
// stdout: `assert(x > 0);`, with
// stdout: `assert x < 10;`: never
// stdout: `assert(x != 5);`, with
// stdout: `assert(x >= 0 || x < 0)`: never
// stdout: `assert (x == MOST);`, with
// no-stderr: not understood
#include <assert.h>
#define MOST 9
int f(int x)
{
    //@ assert(x > 0);
    if (x > 3)
        return 1;
    /*@ assert x < 10; */
    return 0;
}

int g(int x)
{
    /*@ assert(x != 5); */
    assert(x >= 0 || x < 0);
    //@ assert (x == MOST);
    return x;
}
