// test: cli
// As many bytes as there is room for, while the receiver has some.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: receive, criterion branch: complete
// stdout: 9 covered, 1 infeasible
// stdout: i > 4  true  infeasible
// no-stdout: left out
// no-stdout: unknown
typedef struct { volatile unsigned SR, DR; } uart_t;
#define UART ((uart_t *)0x40004400u)
int receive(void)
{
    unsigned char b[4];
    int i = 0;
    while (i < 4 && (UART->SR & 0x20u))
        b[i++] = (unsigned char)UART->DR;
    if (i > 4)
        return -1;
    if (i == 4 && b[3] == 13)
        return 1;
    return 0;
}
