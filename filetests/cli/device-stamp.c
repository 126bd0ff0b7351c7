// test: cli
// Two halves are read until the upper one stands still.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: stamp, criterion branch: complete
// stdout: 3 covered, 1 infeasible
// stdout: ((unsigned long long)h << 32 | l) >> ...  true  infeasible
// no-stdout: left out
// no-stdout: unknown
volatile unsigned HI, LO;
unsigned stamp(void)
{
    unsigned h, l;
    do {
        h = HI;
        l = LO;
    } while (h != HI);
    if (((unsigned long long)h << 32 | l) >> 32 != h)
        return 0;
    return l;
}
