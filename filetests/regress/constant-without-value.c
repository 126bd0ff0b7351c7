// test: run
// An integer constant expression whose value is not computed is a condition like any other; lowering it once never ended.
int f(int a) { if (6 <= (((-3) << 8) && ('9' && 9))) return 1; return a; }
// run: f(4) == 4
