// test: cli
// What is written to a stream may not arrive: nothing that takes such a failure is infeasible.
// args: gen {file} -f written --emit none
// exit: 1
// stdout: 1 covered, 1 unknown
// stdout: excluded only while what is written to streams arrives
// args: gen {file} -f printed --emit none
// exit: 1
// stdout: 1 covered, 1 unknown
// args: gen {file} -f printed --emit none --assume output-succeeds
// exit: 0
// stdout: 1 covered, 1 infeasible
// args: gen {file} -f unasked --emit none
// exit: 0
// stdout: 3 covered, 1 infeasible
#include <stdio.h>

int written(unsigned n)
{
    static char block[8];
    unsigned done = fwrite(block, 1, n % 8, stdout);
    return done == n % 8 ? 0 : 1;
}

int printed(void) { return printf("x") < 0 ? 1 : 0; }

int unasked(int n)
{
    puts("n");
    if (n > 3)
        return n < 2 ? 1 : 2;
    return 0;
}
