// test: cli
// A pointer to a function without a prototype.
// args: run {file}
// exit: 0
int foo() { return 0; }
int main() { int (*p)() = foo; return p(); }
