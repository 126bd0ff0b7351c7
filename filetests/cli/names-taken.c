// test: cli
// Where reads of volatile places cannot be written as calls, that is said, and nothing is called infeasible because of it.
// args: gen {file} --out {tmp}
// exit: 1
// stdout: what volatile places show is not scripted in this file
// stdout: first != ticks  true  unknown
// no-stdout: infeasible
volatile unsigned ticks;
int moves(void)
{
    unsigned first = ticks;
    if (first != ticks)
        return 1;
    return 0;
}
int taken(int probant_read_ticks) { return ticks == 7 ? probant_read_ticks : 0; }
