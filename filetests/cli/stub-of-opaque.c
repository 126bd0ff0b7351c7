// test: cli
// A function of elsewhere that takes a structure nobody knows, and writes a number.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 0
// stdout: f, criterion branch: complete
// stdout: objectives      4   4 covered
// no-stdout: unknown
struct opaque;
int ext(struct opaque *p, int *n);
int f(struct opaque *p) { int n = 0; if (ext(p, &n) && n > 3) return 1; return 0; }
