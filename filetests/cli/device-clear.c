// test: cli
// What is written to a status register need not be there afterwards; a copy of it is.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: clear, criterion branch: complete
// stdout: 5 covered, 1 infeasible
// stdout: v > 9u  true  infeasible
// no-stdout: left out
// no-stdout: unknown
volatile unsigned SR;
int clear(void)
{
    unsigned v = SR;
    SR = 2u;
    if (v < 5u && v > 9u)
        return 1;
    return SR & 2u ? 2 : 3;
}
