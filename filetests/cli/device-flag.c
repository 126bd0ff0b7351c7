// test: cli
// A flag that an interrupt sets, and takes back before the next look.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: wait_flag, criterion branch: complete
// stdout: 7 covered, 1 infeasible
// stdout: n < 0u  true  infeasible
// no-stdout: left out
// no-stdout: unknown
volatile int flag;
int wait_flag(unsigned n)
{
    flag = 0;
    while (!flag) {
        if (n-- == 0u)
            return -1;
    }
    if (n < 0u)
        return 3;
    return flag == 0 ? 2 : 1;
}
