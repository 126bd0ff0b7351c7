// test: cli
// Tests of 32-bit code run as 32-bit code.
// needs: gcc -m32
// args: gen {file} --cc gcc --target-model ilp32 --out {tmp}
// exit: 0
// stdout: sizes, criterion branch: complete
// stdout: (__UINTPTR_TYPE__)b + 1 == 0  true  infeasible
// stdout: second, criterion branch: complete
// stdout: reals, criterion branch: complete
// stdout: branch outcomes by probes in the compiled code
// no-stdout: not replayed
// no-stdout: by the interpreter
struct node { struct node *next; long key; };
int sizes(long a, unsigned long b, struct node *n)
{
    if (a > 2147483646)
        return 1;
    if (b == 4294967295ul)
        return 2;
    if (n && n->next && n->key == -5)
        return 3;
    if ((__UINTPTR_TYPE__)b + 1 == 0)
        return 6;
    return sizeof(struct node) == 8 ? 0 : 7;
}
volatile unsigned SR;
int second(void) { unsigned a = SR; static int k; if (a != SR) return 1; return ++k == 2 ? 3 : 0; }
double reals(double x, long double y) { if (x > 1.5) return 2; if (y == 3.0L) return 3; return 0; }
