// test: cli
// A rising edge takes two calls; what one bit shows is no more than one.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: edge, criterion branch: complete
// stdout: 7 covered, 1 infeasible
// stdout: now > 1u  true  infeasible
// no-stdout: left out
// no-stdout: unknown
volatile unsigned IN;
int edge(void)
{
    static unsigned last;
    unsigned now = IN & 1u;
    int rose = now && !last;
    last = now;
    if (now > 1u)
        return 2;
    if (rose)
        return 1;
    return 0;
}
