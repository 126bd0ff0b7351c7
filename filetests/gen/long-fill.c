// test: gen
// Long runs that depend on no input cost what the interpreter takes for them.
static int a[100000];
int f(int k)
{
    int i, n = 0;
    for (i = 0; i < 100000; i++)
        a[i] = i;
    for (i = 0; i < 100000; i++)
        if (a[i] == k)
            n++;
    if (n == 1)
        return 1;
    return 0;
}
// gen: f branch covered=8
