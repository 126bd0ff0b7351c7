// test: gen
// What a pointer to const leads to need not be const: the other parameter may lead there, too, and write.
int f(const void *const in, void *out, unsigned n)
{
    const unsigned char *ip = in;
    unsigned char *op = out, *ref;
    if (n == 0) return 0;
    *op++ = *ip++;
    *op++ = *ip++;
    ref = op - 1 - (*ip & 3);
    if (ref < (unsigned char *)out) return 1;
    if (n == 77 && *ref == 9) return 2;
    return 3;
}
// gen: f branch covered=8
