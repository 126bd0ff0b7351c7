// test: cli
// A register behind a pointer; what was read of it stays.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: probe, criterion branch: complete
// stdout: 7 covered, 1 infeasible
// stdout: a == 6u  true  infeasible
// no-stdout: left out
// no-stdout: unknown
int probe(volatile unsigned *r)
{
    if (!r)
        return -1;
    *r = 5u;
    unsigned a = *r;
    if (a != *r)
        return 1;
    if (a == 5u && a == 6u)
        return 2;
    return 0;
}
