// test: gen
// Of two pointers into one array the first may be null: the second leads into what the first would have led to.
int f(int *p, int *q)
{
    int k = 0;
    if (p && p[1] == 8) k = 1;
    q[1] = q[0];
    if (q <= p) k += 2;
    return k;
}
// gen: f branch covered=6
