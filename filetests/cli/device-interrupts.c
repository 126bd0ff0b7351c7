// test: cli
// Handlers run between any two accesses of what they share: outcomes that need one run are reached, and what no number of runs reaches
// is excluded. What two runs reach is not tried.
// args: gen {file} --config {dir}/settings/interrupts.toml --out {tmp}
// exit: 1
// stdout: elapsed, criterion branch: complete
// stdout: now < start  true  infeasible
// stdout: torn, criterion branch: complete
// stdout: waits, criterion branch: complete
// stdout: lost, criterion branch: complete
// stdout: twice, criterion branch: partial
// stdout: b - a == 4u  true  unknown: excluded only while tick_handler runs at most once
// stdout: b - a == 3u  true  infeasible
// stdout: behind, criterion branch: complete
// stdout: *p == 7  true  infeasible
// stdout: changes, criterion branch: complete
// stdout: local, criterion branch: complete
// stdout: y != x  true  infeasible
typedef unsigned char u8;
static u8 ticks;
static struct { unsigned low, high; } stamp;
static int pending, count;
int mode;
void tick_handler(void)
{
    if (ticks < 250)
        ticks += 2;
    stamp.low++;
    if (stamp.low == 0)
        stamp.high++;
    pending = 0;
}
static void drop(int *from) { *from = 7; }
static void rx_handler(void) { drop(&count); }
int elapsed(void)
{
    u8 start = ticks;
    u8 now = ticks;
    if (now < start)
        return -1;
    if (now != start)
        return 1;
    return 0;
}
/* Two halves of one number, read while it changes. */
int torn(void)
{
    unsigned high = stamp.high;
    unsigned low = stamp.low;
    if (high == 1 && low == 0 && stamp.high == 2)
        return 1;
    return 0;
}
int waits(unsigned n)
{
    pending = 1;
    while (pending)
        if (n-- == 0)
            return 0;
    return 1;
}
/* What is read, changed and written again loses what came between. */
int lost(void)
{
    count = 1;
    count++;
    if (count == 8)
        return 1;
    if (count == 7)
        return 2;
    return 0;
}
int twice(void)
{
    unsigned a = ticks, b = ticks;
    if (b - a == 2u)
        return 1;
    if (b - a == 4u)
        return 2;
    if (b - a == 3u)
        return 3;
    return 0;
}
/* The address of count does not leave the file. */
int behind(int *p)
{
    *p = 3;
    if (*p == 7)
        return 1;
    return 0;
}
int changes(void) { int before = mode; if (mode != before) return 1; return 0; }
int local(int x) { int y = x; count = x; if (y != x) return 1; return 0; }
