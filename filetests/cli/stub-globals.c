// test: cli
// What is defined elsewhere may change global variables and what pointers lead to, which stubs do not: verdicts that rest on
// it say so.
// args: gen {file} -f f --out {tmp}
// exit: 0
// stdout: infeasible
// stdout: touch writes nothing
// args: gen {file} -f without --out {tmp}
// exit: 0
// stdout: infeasible
// no-stdout: writes nothing
// args: prove {file} -f f
// exit: 0
// stdout: touch writes nothing
// args: reach {file}:41 -f behind
// exit: 5
// stdout: touch writes nothing
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
int behind(int *p)
{
    *p = 0;
    touch();
    if (*p)
        return 1;
    return 0;
}
