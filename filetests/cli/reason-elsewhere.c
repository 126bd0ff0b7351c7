// test: cli
// What is not modelled is no reason for what it does not lie on the way to.
// args: gen {file} -f f --out {tmp}
// exit: 1
// stdout: a < 3            true  infeasible
// stdout: sinf(x) == 0.5f  true  unknown: paths meet what is not modelled: call of `sinf`, which is not modelled
#include <math.h>
int f(int a, float x)
{
    if (a > 5 && a < 3)
        return 1;
    if (sinf(x) == 0.5f)
        return 2;
    return 0;
}
