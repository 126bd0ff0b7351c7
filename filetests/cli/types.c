// test: cli
// args: gen {file}
// exit: 3
// stderr: `+` does not take `struct s` and `int`
// stderr: `undeclared` is not declared
// stderr: the result of the function needs `int *`, but this is `double`
// stderr:   return x + 1;
struct s { int a; };
int f(struct s x) {
  return x + 1;
}
int g(void) { return undeclared; }
int *h(double d) { return d; }
