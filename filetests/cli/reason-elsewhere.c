// test: cli
// What is not modelled is no reason for what it does not lie on the way to.
// args: gen {file} -f f --out {tmp}
// exit: 1
// stdout: a < 3          true  infeasible
// stdout: x + 1 == 3.5f  true  unknown: paths meet what is not modelled: floating-point arithmetic on inputs
int f(int a, float x)
{
    if (a > 5 && a < 3)
        return 1;
    if (x + 1 == 3.5f)
        return 2;
    return 0;
}
