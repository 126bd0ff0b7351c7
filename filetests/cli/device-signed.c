// test: cli
// A signed register has the range of its type.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: temperature, criterion branch: complete
// stdout: 4 covered, 2 infeasible
// stdout: t > 127   true  infeasible
// stdout: t < -128  true  infeasible
// no-stdout: left out
// no-stdout: unknown
extern volatile signed char TEMP;
int temperature(void)
{
    int t = TEMP;
    if (t > 127 || t < -128)
        return -1;
    return t < 0 ? 1 : 2;
}
