// test: cli
// Every read of volatile memory may give a new value; automatic variables stand still. What is written is asserted.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: twice, criterion branch: complete
// stdout: tick, criterion branch: complete
// stdout: poll, criterion branch: complete
// stdout: fixed, criterion branch: complete
// stdout: own, criterion branch: complete
// stdout: same, criterion branch: complete
// stdout: bits, criterion branch: complete
// stdout: updates, criterion branch: complete
// stdout: narrow, criterion branch: complete
// stdout: l != x  true  infeasible
// stdout: a != a  true  infeasible
// stdout: narrow_dev > 255  true  infeasible
// no-stdout: unknown
volatile int status;
extern volatile unsigned TICKS;
const volatile int fixed_reg = 1;
volatile unsigned char narrow_dev;
int twice(void) { int a = status; if (a != status) return 1; return 0; }
int tick(unsigned a) { while (TICKS == a) ; return 1; }
int poll(volatile int *reg) { *reg = 1; if (*reg == 0) return 1; while (!(*reg & 4)) ; return 0; }
int fixed(void) { if (fixed_reg != 1) return 1; return 0; }
int own(int x) { volatile int l = x; if (l != x) return 1; return 0; }
int same(void) { int a = status; if (a != a) return 1; return 0; }
struct flags { volatile unsigned a : 3, b : 1; volatile signed c : 4; };
int bits(struct flags *p)
{
    if (p->a > 5) { if (p->a < 2) return 1; }
    if (p->c == -3) { if (p->c == 7) return 2; }
    p->b = 1;
    return p->b ? 3 : 4;
}
volatile unsigned count;
int updates(void)
{
    count++;
    --count;
    count |= 8u;
    return count & 8u ? 1 : 0;
}
int narrow(void) { if (narrow_dev > 255) return 1; return 0; }
