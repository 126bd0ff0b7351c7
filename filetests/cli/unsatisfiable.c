// test: cli
// Only the clauses that contradict each other are named, and the other function has its tests all the same.
// args: gen {file} --out {tmp}
// exit: 3
// stderr: no input satisfies the precondition of `f`
// stderr: unsatisfiable.c:13:5
// stderr: requires x > 5;
// stderr: requires x < 3;
// no-stderr: y < 7
// stderr: these clauses contradict each other: weaken one of them
// stdout: g, criterion branch: complete
// stdout: exit status 3
/*@ requires x > 5;
    requires y < 7;
    requires x < 3; */
int f(int x, int y) { return x + y; }
int g(int x) { return x > 3 ? 1 : 2; }
