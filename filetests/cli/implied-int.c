// test: cli
// Declarations without a type.
// args: run {file}
// exit: 0
int main(void) { const x = 5; static y; return x - 5 + y; }
