// test: cli
// Where a name of the file keeps registers from being scripted, what lies behind them is unknown, never infeasible.
// args: gen {file} --emit none
// exit: 2
// stdout: 2 covered, 2 unknown
// stdout: memory at a fixed address
// no-stdout: infeasible
#define PORT ((volatile unsigned char *)0x50000100u)
unsigned char device_PORT;
int port(unsigned i)
{
    if (i > 3u)
        return -1;
    PORT[i] = 1;
    if (PORT[i] != 1)
        return 2;
    return 0;
}
