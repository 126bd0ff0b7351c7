// test: cli
// A shadow of a register is memory, the register is not.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: set, criterion branch: complete
// stdout: 3 covered, 1 infeasible
// stdout: shadow > 0xFFu  true  infeasible
// no-stdout: left out
// no-stdout: unknown
volatile unsigned CR;
static unsigned shadow;
int set(unsigned bits)
{
    shadow = bits & 0xFFu;
    CR = shadow;
    if (shadow > 0xFFu)
        return -1;
    return CR != shadow ? 1 : 0;
}
