// test: cli
// What an endless run passes is covered, by a test that says that it does not end. A loop that turns without changing anything
// is a finding, but in functions that are there not to return.
// args: gen {file} --out {tmp} --criterion branch
// exit: 2
// stdout: waits, criterion branch: complete
// stdout: line 16: endless: a loop in which nothing changes never ends in `for (;;);`
// stdout: line 17: endless
// stdout: line 18: endless
// no-stdout: line 19: endless
// no-stdout: line 20: endless
// no-stdout: line 21: endless
// no-stdout: line 23: endless
// stdout: reacts, criterion branch: complete
// stdout: do not return
int waits(int *p) { if (p == 0) for (;;); return *p; }
int polls(const int *done) { while (!*done) { } return 1; }
int jumps(int n) { again: if (n > 3) goto again; return n; }
int counts(unsigned n) { while (n > 3) n--; return 1; }
void stops(void) __attribute__((noreturn)); void stops(void) { for (;;); }
int turns(volatile int *ready) { while (!*ready); return 1; }
int event(void);
void reacts(void) { int s = 0; for (;;) { int x = event(); if (x == 12345) s = 1; else if (s == 1 && x == 7) s = 2; } }
