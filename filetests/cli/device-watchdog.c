// test: cli
// A key that was looked at is not looked at anew.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: kick, criterion branch: complete
// stdout: 5 covered, 1 infeasible
// stdout: k == 0xAAAA  true  infeasible
// no-stdout: left out
// no-stdout: unknown
#define WDT (*(volatile unsigned short *)0x60000000u)
int kick(unsigned short k)
{
    WDT = 0x5555u;
    WDT = k;
    if (k == 0xAAAAu)
        return 1;
    if (WDT == 0xAAAAu && k == 0xAAAA)
        return 2;
    return 0;
}
