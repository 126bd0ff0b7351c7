// test: cli
// In a program that is only run, volatile places are memory.
// args: run {file}
// exit: 0
// stdout: 7 5
#include <stdio.h>
static volatile int level = 3;
static volatile struct { unsigned low : 4, high : 4; } port;
struct pair { int a, b; };
static volatile struct pair pair = {1, 2};
int main(void)
{
    struct pair copy = pair;
    volatile int local = level;
    level += local + 1;
    port.high = 5;
    printf("%d %u\n", level, port.high);
    return port.low + (copy.b - 2);
}
