// test: run
int alias(int a) { int x = 1, *p = &x; *p = a; return x; }
// run: alias(9) == 9
int chosen(int c) { int x = 1, y = 2, *p = c ? &x : &y; *p += 10; return x * 100 + y; }
// run: chosen(1) == 1102
// run: chosen(0) == 112
int twice(int a) { int x = 0, *p = &x, **q = &p; **q = a; return x; }
// run: twice(4) == 4
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int swapped(int a, int b) { swap(&a, &b); return a * 10 + b; }
// run: swapped(1, 2) == 21
int swapped_with_itself(int a) { swap(&a, &a); return a; }
// run: swapped_with_itself(5) == 5
int walk(int n) { int a[4] = {1, 2, 3, 4}, s = 0; for (int *p = a; p < a + n; p++) s += *p; return s; }
// run: walk(4) == 10
// run: walk(5) traps pointer-arithmetic
int difference(int i, int j) { int a[8]; return &a[i] - &a[j]; }
// run: difference(5, 2) == 3
// run: difference(0, 8) == -8
int compare(int i, int j) { int a[4]; return (&a[i] < &a[j]) + 2 * (&a[i] == &a[j]); }
// run: compare(0, 1) == 1
// run: compare(2, 2) == 2
// run: compare(3, 1) == 0
int post_increment(void) { int a[3] = {5, 6, 7}, *p = a; int x = *p++; int y = (*p)++; return x * 100 + y * 10 + a[1]; }
// run: post_increment() == 567
int negative_index(void) { int a[3] = {5, 6, 7}, *p = a + 2; return p[-1] * 10 + *(p - 2); }
// run: negative_index() == 65
int null_read(int c) { int x = 1, *p = c ? &x : 0; return *p; }
// run: null_read(1) == 1
// run: null_read(0) traps null-pointer
int null_test(int c) { int x, *p = c ? &x : 0; return p ? 1 : !p ? 2 : 3; }
// run: null_test(1) == 1
// run: null_test(0) == 2
int dangling(int c) { int x = 1, *p = &x; { int y = 2; if (c) p = &y; } return *p; }
// run: dangling(0) == 1
// run: dangling(1) traps dangling
int *local(int *p) { int x = 3; return p ? p : &x; }
int returned(int c) { int y = 4; return *local(c ? &y : 0); }
// run: returned(1) == 4
int one_past(void) { int x = 1, *p = &x + 1; return p - &x; }
// run: one_past() == 1
int one_past_read(void) { int x = 1, *p = &x + 1; return *p; }
// run: one_past_read() traps out-of-bounds
int bytes(int i) { unsigned x = 0x04030201; return ((unsigned char *)&x)[i]; }
// run: bytes(0) == 1
// run: bytes(3) == 4
int void_pointer(int a) { void *v = &a; int *p = v; *p += 1; return a; }
// run: void_pointer(1) == 2
int pointer_to_array(int i) { int a[2][2] = {{1, 2}, {3, 4}}, (*p)[2] = a; return (*++p)[i]; }
// run: pointer_to_array(1) == 4
struct pair { int a[2]; int b; };
int first_of_none(int c) { struct pair x = {{1, 2}, 3}, *p = c ? &x : 0; int (*q)[2] = &p->a; return q != 0; }
// run: first_of_none(1) == 1
// run: first_of_none(0) traps null-pointer
int decayed_first_of_none(int c) { struct pair x = {{1, 2}, 3}, *p = c ? &x : 0; int *q = p->a; return q != 0; }
// run: decayed_first_of_none(1) == 1
// run: decayed_first_of_none(0) traps null-pointer
