// test: cli
// A second read may differ from the first; what was read and masked stays.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: mask, criterion branch: complete
// stdout: 5 covered, 1 infeasible
// stdout: s == 4u  true  infeasible
// no-stdout: left out
// no-stdout: unknown
volatile unsigned SR;
int mask(void)
{
    unsigned s = SR & 3u;
    if (s == 4u)
        return 1;
    if (s == 3u)
        return 2;
    return SR == s ? 3 : 4;
}
