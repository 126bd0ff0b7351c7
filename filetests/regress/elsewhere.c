// test: cli
// What is defined elsewhere is defined by the harness, also what only other functions of the file use. An array of unknown
// length is not one of length 0: what is behind it is unknown.
// args: gen {file} --out {tmp}
// exit: 1
// no-stderr: not replayed
// stdout: f, criterion branch: complete
// stdout: an array of unknown length that is defined elsewhere
// no-stdout: infeasible
extern int g;
extern int table[];
int h(int);
static int s(int);
int f(int x) { if (x > g) return h(x); return 0; }
int k(int x) { if (x > table[1]) return s(x); return undeclared(x) == 2; }
