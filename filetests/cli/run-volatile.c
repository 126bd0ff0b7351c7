// test: cli
// In a program that is only run, volatile places are memory.
// args: run {file}
// exit: 0
// stdout: 7 5
#include <stdio.h>
static volatile int level = 3;
static volatile struct { unsigned low : 4, high : 4; } port;
int main(void)
{
    volatile int local = level;
    level += local + 1;
    port.high = 5;
    printf("%d %u\n", level, port.high);
    return port.low;
}
