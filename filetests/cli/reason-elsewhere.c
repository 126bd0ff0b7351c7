// test: cli
// What is not modelled is no reason for what it does not lie on the way to.
// args: gen {file} -f f --out {tmp}
// exit: 1
// stdout: a < 3                        true  infeasible
// stdout: difftime(x, 0) == 1234567.5  true  unknown: paths meet what is not modelled: call of `difftime`, which is not modelled
#include <time.h>
int f(int a, time_t x)
{
    if (a > 5 && a < 3)
        return 1;
    if (difftime(x, 0) == 1234567.5)
        return 2;
    return 0;
}
