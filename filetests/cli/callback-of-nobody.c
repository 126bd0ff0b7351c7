// test: cli
// A function pointer whose type no function of the file has.
// args: gen {file} -f apply --budget 60s --out {tmp}
// exit: 0
// stdout: apply, criterion branch: complete
// stdout: objectives      2   2 covered
// no-stdout: unknown
int apply(int (*f)(int), int x) { if (f(x) > 3) return 1; return 0; }
