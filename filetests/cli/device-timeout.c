// test: cli
// A wait that ends in time has turns left.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: wait, criterion branch: complete
// stdout: 7 covered, 1 infeasible
// stdout: n == 0u  true  infeasible
// no-stdout: left out
// no-stdout: unknown
typedef struct { volatile unsigned SR; } spi_t;
#define SPI ((spi_t *)0x40013000u)
int wait(unsigned n)
{
    if (!n)
        return 9;
    while (!(SPI->SR & 1u)) {
        if (--n < 1u)
            return -1;
    }
    if (n == 0u)
        return 2;
    return 0;
}
