// test: cli
// Bit-fields of a register show what fits them.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: ctl, criterion branch: complete
// stdout: 8 covered, 1 infeasible
// stdout: CTL->level > 255  true  infeasible
// no-stdout: left out
// no-stdout: unknown
typedef struct { volatile unsigned en : 1, mode : 2, : 5, level : 8; } ctl_t;
#define CTL ((ctl_t *)0x40001000u)
int ctl(void)
{
    if (!CTL->en)
        return 0;
    switch (CTL->mode) {
    case 0: return 1;
    case 3: return 2;
    default: break;
    }
    if (CTL->level > 255)
        return 3;
    return CTL->level > 200 ? 4 : 5;
}
