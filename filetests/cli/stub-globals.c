// test: cli
// What is defined elsewhere may change exported variables; what other pointers lead to it leaves alone, and verdicts that rest
// on that say so, those of functions that call it and no others.
// args: gen {file} -f f --out {tmp}
// exit: 2
// stdout: 4 covered
// stdout: assert-failed
// args: gen {file} -f without --out {tmp}
// exit: 0
// stdout: infeasible
// no-stdout: writes nothing
// args: gen {file} -f beside --out {tmp}
// exit: 0
// stdout: infeasible
// no-stdout: touch
// args: prove {file} -f f
// exit: 2
// stdout: touch_sets_g() = {0, 1}
// args: reach {file}:46 -f behind
// exit: 1
// stdout: touch writes nothing but global variables and what it is given
#include <assert.h>
int g;
void touch(void);
int f(void)
{
    g = 0;
    touch();
    if (g)
        return 1;
    touch();
    assert(g == 0);
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
int beside(const int *p)
{
    if (*p > 3 && *p < 3)
        return 1;
    return 0;
}
