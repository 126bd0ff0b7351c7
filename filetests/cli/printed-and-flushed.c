// test: cli
// Nothing but output: there is nothing to decide, and a test that runs.
// args: gen {file} -f say --budget 60s --out {tmp}
// exit: 0
// stdout: say, criterion branch: complete
// no-stdout: unknown
#include <stdio.h>
void say(int n) { printf("%d\n", n); fflush(stdout); }
