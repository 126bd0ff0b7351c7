// test: cli
// Time that wraps is never both over and not over.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: elapsed, criterion branch: complete
// stdout: 7 covered, 1 infeasible
// stdout: d < n  true  infeasible
// no-stdout: left out
// no-stdout: unknown
extern volatile unsigned TICK;
int elapsed(unsigned start, unsigned n)
{
    if (n == 0u)
        return 1;
    unsigned d = TICK - start;
    if (d >= n && d < n)
        return 2;
    return d > n ? 3 : 4;
}
