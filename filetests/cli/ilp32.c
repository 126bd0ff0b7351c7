// test: cli
// The same file with 4-byte longs and pointers: layout, constants, conversions and arithmetic all follow.
// args: run {file} --target-model ilp32
// stdout: 28 4 4 12 12
// stdout: -1 4294967295 1099511627776
// stdout: 1 8 1
// stdout: 12 3
// args: run {file}
// stdout: 40 8 8 16 16
// stdout: -1 18446744073709551615 1099511627776
// stdout: 1 8 0
// stdout: 12 3
// args: run {file} --target-model ilp32 -f twice -- 2000000000
// exit: 2
// stderr: signed arithmetic leaves its type
// args: run {file} -f twice -- 2000000000
// stdout: 4000000000
// args: gen {file} --target-model ilp32 -f wrapped --emit none --no-replay
// exit: 0
// stdout: 2 covered
// args: gen {file} -f wrapped --emit none --no-replay
// exit: 0
// stdout: 1 covered, 1 infeasible
// args: inspect {file} --target-model ilp32 --stage ir
// stdout: target ptr 4
int printf(const char *, ...);
struct mixed { char c; long long l; double d; void *p; long x : 20; };

long twice(long n)
{
    return n * 2;
}

int wrapped(unsigned n)
{
    unsigned long sum = n + 1ul;
    if (sum < n)
        return 1;
    return 0;
}

int main(void)
{
    int a[5];
    printf("%d %d %d %d %d\n", (int)sizeof(struct mixed), (int)sizeof(long), (int)sizeof(void *), (int)sizeof(long double),
           (int)__builtin_offsetof(struct mixed, d));
    printf("%ld %lu %lld\n", -1L, 0ul - 1, 1ll << 40);
    printf("%d %d %d\n", 2147483648 > 0, (int)sizeof 2147483648, (int)(0xffffffff == -1L));
    printf("%d %d\n", (int)((char *)&a[3] - (char *)a), (int)(&a[4] - &a[1]));
    return 0;
}
