// test: cli
// args: gen {file} -f f --pre g --emit none --no-replay
// exit: 3
// stderr: `g` and `f` have different parameters
int g(int x, int y) { return x < y; }
int f(int x) { return x > 0 ? 1 : 0; }
