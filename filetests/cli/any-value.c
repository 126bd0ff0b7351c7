// test: cli
// A program as verification tasks have them: any value comes from a function that does nothing else, variables begin as written.
// args: gen {file} --out {tmp}
// exit: 0..1
// stdout: main, criterion branch
// no-stdout: abort
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int limit = 10, used;
int main(void)
{
    while (__VERIFIER_nondet_int())
        if (used < limit)
            used++;
    if (used > 10)
        abort();
    return 0;
}
