// test: cli
// A loop waits for a counter that only an interrupt of elsewhere moves.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 0
// stdout: f, criterion branch: complete
// stdout: objectives      2   2 covered
// no-stdout: unknown
extern volatile unsigned TICKS;
int f(unsigned a) { while (TICKS == a) ; return 1; }
