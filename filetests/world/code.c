// test: world
// Pointers to functions lead to functions of their type.
static int cb(int x) { return x; }
int f(int (*p)(int)) { if (p == cb) return 1; return cb(0); }
int g(long (*p)(long)) { if (p) return 1; return 0; }
// expect:
// cb
//   x: int
//     plain: any value
// f
//   p: int (*)(int)
//     plain: cb
//     not tried: null, with which nothing compares it
// g
//   p: long (*)(long)
//     not modelled: a function pointer of the input whose type no function here has
//     plain: null, with which it or a link of its kind is compared
