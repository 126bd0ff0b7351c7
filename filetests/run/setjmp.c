// test: run
// `setjmp` and `longjmp` go back through frames, callbacks of the library included.
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf there, inner;
static void deep(int n) { if (n == 0) longjmp(there, 7); deep(n - 1); }
int thrown(int n) { int r = setjmp(there); if (r == 0) { deep(n); return -1; } return r; }
// run: thrown(0) == 7
// run: thrown(9) == 7
int zero_is_one(void) { int r = setjmp(there); if (!r) longjmp(there, 0); return r; }
// run: zero_is_one() == 1
int again(int n) { volatile int turns = 0; if (setjmp(there) < n) { turns++; longjmp(there, turns); } return turns; }
// run: again(5) == 5
static int order(const void *a, const void *b) { if (*(const int *)a == 3 || *(const int *)b == 3) longjmp(there, 3); return *(const int *)a - *(const int *)b; }
int out_of_sort(int n) { int a[4] = { 4, n, 2, 1 }; int r = setjmp(there); if (r) return r * 10; qsort(a, 4, sizeof *a, order); return a[0] + a[3]; }
// run: out_of_sort(3) == 30
// run: out_of_sort(9) == 10
static int protected(int n) { jmp_buf kept; volatile int r = 0; __builtin_memcpy(kept, there, sizeof kept); if (setjmp(there) == 0) { if (n > 1) longjmp(there, 1); r = 1; } else r = 2; __builtin_memcpy(there, kept, sizeof kept); return r; }
int nested(int n) { int r; if (setjmp(there)) return 100; r = protected(n); if (n == 5) longjmp(there, 1); return r; }
// run: nested(0) == 1
// run: nested(2) == 2
// run: nested(5) == 100
static int mark(void) { return setjmp(inner); }
int gone(void) { mark(); longjmp(inner, 1); return 0; }
// run: gone() traps library-misuse
int never_marked(void) { jmp_buf fresh; longjmp(fresh, 1); return 0; }
// run: never_marked() traps uninitialised
int barrier(int n) { __asm__ volatile("" : "+r"(n) : "r"(&n) : "memory"); return n + 1; }
// run: barrier(4) == 5
