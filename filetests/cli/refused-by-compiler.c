// test: cli
// The user's compiler has the last word on what is C: its message is passed on and the tests are kept.
// args: gen {file} --out {tmp} --no-replay
// exit: 1
// args: gen {file} --out {tmp}
// exit: 3
// stderr: the tests of `f` were not replayed: the compiler failed
// stderr: no such thing
// no-stderr: mistake in probant
int f(int x) { if (x > 0) __asm__ goto("no such thing" : : : : out); out: return x; }
