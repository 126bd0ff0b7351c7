// test: cli
// What is defined elsewhere may change global variables, which stubs do not: verdicts that rest on it say so.
// args: gen {file} -f f --out {tmp}
// exit: 0
// stdout: infeasible
// stdout: touch writes no global variable
// args: gen {file} -f without --out {tmp}
// exit: 0
// stdout: infeasible
// no-stdout: writes no global variable
// args: prove {file} -f f
// exit: 0
// stdout: touch writes no global variable
#include <assert.h>
int g;
void touch(void);
int f(void)
{
    g = 0;
    touch();
    assert(g == 0);
    if (g)
        return 1;
    return 0;
}
int without(void)
{
    int local = 0;
    touch();
    return local ? 1 : 0;
}
