// test: cli
// An array of registers, written and read at an index.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: port, criterion branch: complete
// stdout: 5 covered, 1 infeasible
// stdout: PORT[i] > 255  true  infeasible
// no-stdout: left out
// no-stdout: unknown
#define PORT ((volatile unsigned char *)0x50000100u)
int port(unsigned i)
{
    if (i > 3u)
        return -1;
    PORT[i] = 1;
    if (PORT[i] > 255)
        return 1;
    if (PORT[i] != 1)
        return 2;
    return 0;
}
