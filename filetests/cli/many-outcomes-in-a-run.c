// test: cli
// A loop with more outcomes in one run than fit into sixteen bits.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 0
// stdout: f, criterion branch: complete
// stdout: objectives      4   4 covered
// no-stdout: unknown
int f(int n) { int i = 0; while (i < n) { if (i == 32768) return 2; i++; } return 0; }
