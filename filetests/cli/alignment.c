// test: cli
// Objects begin at multiples of 16 in the interpreter, so also in the tests of a function that looks at addresses.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: 4 covered
// no-stdout: disagree
// args: gen {file} --out {tmp} -- -nostdinc
// exit: 0
// no-stdout: disagree
//@ requires \valid_read(s + (0 .. 4)) && n < 4;
int misaligned(const char *s, unsigned n)
{
    if ((unsigned long)(s + n) & 1)
        return 1;
    if (s[n] == 'x')
        return 2;
    return 0;
}
