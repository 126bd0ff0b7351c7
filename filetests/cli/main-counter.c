// test: cli
// A program: its globals begin as initialised, so that a loop without a bound keeps what was true at first.
// args: gen {file} -f main --no-replay --out {tmp}
// exit: 0
// stdout: objectives      6   5 covered, 1 infeasible
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
