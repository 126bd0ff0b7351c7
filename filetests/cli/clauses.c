// test: cli
// What is not understood of a contract is said, with what follows from it; the rest is used.
// args: gen {file} --out {tmp} --json -
// exit: 0
// stderr: this clause is not understood
// stderr: requires x + > 1;
// stderr: this clause is not used: `fancy` is not defined in the logic
// stderr: it is left out, so tests may violate it
// stdout: "x > 5"
/*@ requires x > 5;
    requires x + > 1;
    requires fancy(x); */
int f(int x) { if (x < 4) return 2; return 1; }
