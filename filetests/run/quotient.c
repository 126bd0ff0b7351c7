// test: run
// Subtracting a quotient: gcc 12 with -fwrapv adds the quotient by the negated divisor instead, and so divides the least long by -1.
long rest(long v)
{
    v -= v / ((v & 15) + 1);
    return v;
}
// run: rest(-9223372036854775808) == 0
// run: rest(100) == 80
// run: rest(-1) == -1
