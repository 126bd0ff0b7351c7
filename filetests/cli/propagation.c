// test: cli
// Aliases made inside the code, decided before any search: `p` leads to `i` where the first branch was taken, and then `i`
// is 16 at least. Among globals `p` may lead to `i` from the start.
// args: reach {file}:24 -f snippet --propagate-only
// exit: 0
// stdout: (0 questions asked)
// stdout: i in -2147483648..9
// stdout: never `i > 10` is true
// args: reach {file}:24 -f snippet --when i>10 --propagate-only
// exit: 5
// args: reach {file}:36 -f among_globals --propagate-only
// exit: 0
// stdout: (0 questions asked)
// stdout: i in -2147483648..9
// stdout: never `i > 10` is true
int snippet(int i, int *p)
{
    i = i + 1;
    if (i > 10)
        p = &i;
    *p = *p + 5;
    if (i < 16)
        /* here */
        return 1;
    return 0;
}
int i, *p;
int among_globals(void)
{
    i = i + 1;
    if (i > 10)
        p = &i;
    *p = *p + 5;
    if (i < 16)
        /* here */
        return 1;
    return 0;
}
