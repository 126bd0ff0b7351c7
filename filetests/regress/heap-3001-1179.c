// test: gen
// Function 1179 of seed 3001, shrunk: what a pointer led to was taken to be long enough for all that comes after.
const int limits[2] = { 1, 4 };
int behind(const int *p)
{
    if (p == limits) p += 2;
    if (*p > 4) return 1;
    return 0;
}
struct box { int *at; };
int one;
int next(const struct box *b)
{
    if (b->at == &one) return b->at[1];
    return 0;
}
// gen: behind branch covered=4 findings=0
// gen: next branch covered=2 findings=0
