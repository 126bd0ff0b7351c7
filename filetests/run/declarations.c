// test: run
typedef unsigned char byte;
typedef int row[3];
typedef struct { byte b; row r; } rec;
int typedefs(int i) { rec x = {255, {1, 2, 3}}; x.b += 1; return x.b * 10 + x.r[i]; }
// run: typedefs(2) == 3
int typedef_shadowed(int a) { int byte = a; return byte * 2; }
// run: typedef_shadowed(300) == 600
int inner_scope(int a) { int x = a; { int x = 5; a = x; } return a * 10 + x; }
// run: inner_scope(3) == 53
int initialiser_sees_outer(int a) { int x = a; { int y = x + 1; int x = y; return x; } }
// run: initialiser_sees_outer(4) == 5
int several(void) { int a = 1, *p = &a, b[2] = {2, 3}, (*q)[2] = &b; return *p + (*q)[1]; }
// run: several() == 4
int mid_block(int a) { a++; int b = a; b++; int c = b; return a + b + c; }
// run: mid_block(1) == 8
int static_table(int i) { static const unsigned char t[] = {3, 1, 4, 1, 5}; return t[i]; }
// run: static_table(4) == 5
// run: static_table(5) traps out-of-bounds
int register_and_const(register int a) { const int b = a; volatile int c = b; return c; }
// run: register_and_const(6) == 6
int long_spellings(void) { long int a = 1; unsigned long long int b = 2; short int c = 3; int unsigned d = 4; return a + b + c + d; }
// run: long_spellings() == 10
