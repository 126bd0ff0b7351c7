// test: cli
// A machine that events drive from call to call.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: machine, criterion branch: complete
// stdout: 10 covered, 1 infeasible
// stdout: low > 255  true  infeasible
// no-stdout: left out
// no-stdout: unknown
enum state { IDLE, RUN, FAULT };
int hal_event(void);
int machine(void)
{
    static enum state s;
    int e = hal_event();
    unsigned char low = (unsigned char)e;
    if (low > 255)
        return -1;
    switch (s) {
    case IDLE:
        if (e == 1)
            s = RUN;
        break;
    case RUN:
        if (e == 2)
            s = FAULT;
        break;
    default:
        break;
    }
    return s == FAULT ? 1 : 0;
}
