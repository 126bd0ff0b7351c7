// test: cli
// A value that no path of a callee returns is missed at the call, also where paths are merged.
// args: gen {file} --out {tmp} -f shows --seeds 0 --engine goals
// exit: 2
// stdout: missing-return
// no-stderr: internal error
static int search(int n) { if (n > 3) n = 3; }
int shows(int n)
{
    int found = search(n);
    if (found + n == 77123)
        return 1;
    return found;
}
