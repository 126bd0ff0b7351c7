// test: cli
// A function that is only `inline` has no definition for the linker in C99; tests of it and of its callers need one.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: least, criterion branch: complete
// stdout: of_three, criterion branch: complete
// no-stdout: not covered
// args: gen {file} --out {tmp} -- -std=gnu89
// exit: 0
inline int least(int a, int b) { return a < b ? a : b; }
int of_three(int a, int b, int c)
{
    if (least(least(a, b), c) == 7)
        return 1;
    return 0;
}
