// test: cli
// A pointer that moves in a loop leads to some byte of its object; a pointer of which a byte is overwritten leads anywhere.
// args: inspect {file} --stage points-to -f length
// exit: 0
// stdout: `p` -> {NULL?, input(char)[..]?}
// args: inspect {file} --stage points-to -f patched
// exit: 0
// stdout: `*p` = φu{x?, anything?}
int length(const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return (int)(p - s);
}
int patched(int n)
{
    int x = 1, *p = &x;
    int **pp = &p;
    ((char *)pp)[3] = (char)n;
    return *p;
}
