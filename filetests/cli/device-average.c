// test: cli
// Two samples in range have an average in range.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: average, criterion branch: complete
// stdout: 11 covered, 1 infeasible
// stdout: m > 100  true  infeasible
// no-stdout: left out
// no-stdout: unknown
int hal_read(unsigned char channel);
int average(void)
{
    int a = hal_read(1), b = hal_read(1);
    if (a < 0 || b < 0)
        return -1;
    if (a > 100 || b > 100)
        return -2;
    int m = (a + b) / 2;
    if (m > 100)
        return -3;
    return m == 100 ? 1 : 0;
}
