// test: cli
// What verification tasks call: a run ends where what they assume does not hold, and an error is a finding.
// args: gen {file} -f main --out {tmp}
// exit: 2
// stdout: 1 infeasible
// stdout: line 12: assert-failed: an assertion fails in `reach_error()`
// no-stdout: not replayed
// no-stdout: disagree
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static void check(int ok) { if (!ok) reach_error(); }
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    if (x < 5)
        return 1;
    __VERIFIER_assume(y < x);
    check(y != 12345);
    return 0;
}
