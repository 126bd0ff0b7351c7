// test: run
int get(int i) { int a[4] = {10, 20, 30}; return a[i]; }
// run: get(0) == 10
// run: get(3) == 0
// run: get(4) traps out-of-bounds
// run: get(-1) traps out-of-bounds
int set(int i) { int a[3] = {0}; a[i] = 1; return a[0] + 10 * a[1] + 100 * a[2]; }
// run: set(2) == 100
// run: set(3) traps out-of-bounds
int two_dimensions(int i, int j) { int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; return a[i][j]; }
// run: two_dimensions(1, 2) == 6
// run: two_dimensions(2, 0) traps out-of-bounds
int designated(int i) { int a[] = {[3] = 7, 8, [1] = 5}; return a[i] * 10 + sizeof a / sizeof *a; }
// run: designated(3) == 75
// run: designated(4) == 85
// run: designated(1) == 55
// run: designated(0) == 5
int string(int i) { char s[] = "abc"; return s[i]; }
// run: string(2) == 99
// run: string(3) == 0
// run: string(4) traps out-of-bounds
int short_string(int i) { char s[2] = "ab"; return s[i]; }
// run: short_string(1) == 98
int literal(int i) { return "hello"[i]; }
// run: literal(1) == 101
// run: literal(5) == 0
int reversed_subscript(int i) { int a[2] = {3, 4}; return i[a]; }
// run: reversed_subscript(1) == 4
int sum(const int *a, int n) { int s = 0; while (n-- > 0) s += *a++; return s; }
int passed(int n) { int a[5] = {1, 2, 3, 4, 5}; return sum(a, n) + sum(&a[1], 2) + sum(a + 3, 2); }
// run: passed(3) == 20
// run: passed(6) traps pointer-arithmetic
int index_with_effect(void) { int a[3] = {0}, i = 0; a[i++] = 5; a[i++] = 6; return a[0] * 100 + a[1] * 10 + i; }
// run: index_with_effect() == 562
int sort(int a, int b, int c) { int v[3] = {a, b, c}; for (int i = 0; i < 3; i++) for (int j = i + 1; j < 3; j++) if (v[j] < v[i]) { int t = v[i]; v[i] = v[j]; v[j] = t; } return v[0] * 100 + v[1] * 10 + v[2]; }
// run: sort(3, 1, 2) == 123
