// test: world
// Pointers inside data to what the code steps over may lead to any element.
struct vec { int *data; unsigned n; };
void clear(struct vec *v) { for (unsigned i = 0; i < v->n; i++) v->data[i] = 0; }
int last(struct vec *v) { if (v->data[(int)v->n - 1] == 3) return 1; return 0; }
// expect:
// clear
//   v: struct vec *
//     plain: the start of an array of struct vec
//     plain: a struct vec of others
//     not tried: null, with which nothing compares it
//   pointers inside data
//     beyond starts-array: any int of an array of others
//   taken for granted in the plain world
//     starts-array: pointers inside data to int lead to the start of an array; yours by `--assume starts-array`
// last
//   v: struct vec *
//     plain: the start of an array of struct vec
//     plain: a struct vec of others
//     not tried: null, with which nothing compares it
//   pointers inside data
//     beyond starts-array: any element of their arrays
//   taken for granted in the plain world
//     starts-array: pointers inside data lead to the start of an array; yours by `--assume starts-array`, where more is touched
