// test: cli
// A file that defines functions of the C library: compilers think they know these and would not call them.
// args: gen {file} -f abs --out {tmp}
// exit: 2
// stdout: objectives      2   2 covered
// stdout: measured      2/2
// args: gen {file} -f strcspn --out {tmp}
// stdout: objectives      4   4 covered
// stdout: measured      4/4
int abs(int a)
{
    return a > 0 ? a : -a;
}

unsigned long strcspn(const char *s, const char *reject)
{
    unsigned long n = 0;
    while (s[n] && s[n] != *reject)
        n++;
    return n;
}
