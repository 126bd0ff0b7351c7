// test: cli
// What a call that is not modelled returns is no number that the code was seen to have.
// args: gen {file} --out {tmp}
// exit: 1
// no-stdout: infeasible, by
#include <signal.h>
int raised(void)
{
    if (raise(SIGTERM) < 0)
        return -1;
    return 0;
}
