// test: cli
// What an endless run passes is covered, by a test that says that it does not end.
// args: gen {file} --out {tmp} --criterion branch
// exit: 0
// stdout: waits, criterion branch: complete
// stdout: reacts, criterion branch: complete
// stdout: do not return
int waits(int *p) { if (p == 0) for (;;); return *p; }
int event(void);
void reacts(void) { int s = 0; for (;;) { int x = event(); if (x == 12345) s = 1; else if (s == 1 && x == 7) s = 2; } }
