// test: cli
// args: gen {file} --cc no-such-compiler
// exit: 3
// stderr: cannot run the compiler `no-such-compiler`: name another with --cc
int f(int x) { return x > 0; }
