// test: cli
// A jump leads into a loop: its turns are not counted, which matters to k-paths only.
// args: gen {file} --criterion kpath --k 1 --emit none --no-replay
// exit: 0
// stderr: warning[L0002]: the turns of this loop are not counted: a jump leads into it
// args: gen {file} --emit none --no-replay
// exit: 0
// no-stderr: L0002
//@ requires 0 < n < 4;
int entered(int n, int k)
{
    int s = 0;
    if (k > 3)
        goto inside;
    while (n > 0) {
        s += 2;
inside:
        n--;
    }
    return s;
}
