// test: cli
// An array whose length may be negative.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 2
// stdout: f, criterion branch: complete
// no-stdout: unknown
int f(int n) { char b[n]; b[n - 1] = 3; return b[n - 1]; }
