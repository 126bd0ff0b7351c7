// test: cli
// A register that the code only reads may change all the same.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: id, criterion branch: complete
// stdout: 3 covered, 1 infeasible
// stdout: a > 255u  true  infeasible
// no-stdout: left out
// no-stdout: unknown
const volatile unsigned char ID = 3;
int id(void)
{
    unsigned a = ID;
    if (a > 255u)
        return 1;
    if (a == ID)
        return 2;
    return 3;
}
