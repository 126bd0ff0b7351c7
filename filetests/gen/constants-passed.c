// test: gen
// gen: f branch covered=8 infeasible=7
// gen: g branch covered=9 infeasible=8
// What callees are given excludes outcomes of them, however much there is to search elsewhere.
static int put(int value, unsigned base, unsigned flags)
{
    if (flags & 1)
        return -1;
    if (base == 16 && flags & 2)
        return 'x';
    switch (base) {
    case 2: return 'b';
    case 8: return 'o';
    default: break;
    }
    return value < 0 && flags & 4 ? '-' : '0';
}

int f(int x)
{
    return x > 7 ? put(x, 10, 4) : put(x - 9, 10, 12);
}

int g(int x, unsigned flags)
{
    if (flags & 1)
        return 0;
    return put(x, flags & 2 ? 16 : 8, flags);
}
