// test: cli
// args: gen {file} -f g
// exit: 3
// stderr: `g` is declared in
// stderr: but has no body there: name the file that defines it
// args: run {file} -f g -- 1
// exit: 3
// stderr: has no body there
int g(int);
int f(int x) { return g(x); }
