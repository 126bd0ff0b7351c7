// test: cli
// A program is given argc strings and a null pointer behind them; only without its own name is argc 0. What it reads behind the
// end of a string is a finding.
// args: gen {file} -f main --out {tmp}
// exit: 2
// stdout: main, criterion branch: complete
// stdout: objectives     12   11 covered, 1 infeasible
// stdout: line 27: out-of-bounds
// no-stdout: null-pointer
// no-stdout: not replayed
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    if (argc < 0)
        return 9;
    if (argc == 0)
        return 8;
    if (argc < 2) {
        fprintf(stderr, "usage: %s n\n", argv[0]);
        return 2;
    }
    if (strcmp(argv[1], "-v") == 0)
        return 1;
    if (argc > 2 && strlen(argv[2]) > 3)
        return 3;
    return argv[0][2];
}
