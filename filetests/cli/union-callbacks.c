// test: cli
// A union holds a function of the type of any of its members; a pointer takes the address of a volatile variable by a cast.
// args: gen {file} --out {tmp}
// exit: 0..2
// stdout: exit status 0
struct op { int n; union { void (*run)(void); double (*map)(double); } f; void *mark; };
volatile unsigned char pending;
int set(struct op *op, double (*map)(double)) { if (op->n == 2) { op->f.map = map; return 1; } return 0; }
int marked(const struct op *op) { if (op->mark == &pending) return 1; return 0; }
