// test: run
int precedence(int a, int b) { return a & b == b; }
// run: precedence(6, 2) == 0
// run: precedence(7, 2) == 1
int associativity(int a, int b, int c) { return a - b - c; }
// run: associativity(10, 3, 2) == 5
int assignment_chain(int a) { int x, y; x = y = a; return x * 10 + y; }
// run: assignment_chain(3) == 33
int assignment_converts(int a) { char c; int x; x = c = a; return x; }
// run: assignment_converts(300) == 44
int increments(int a) { int b = a++ * 10; int c = ++a * 100; return b + c + a; }
// run: increments(1) == 313
int decrements(int a) { int b = a-- * 10; int c = --a * 100; return b + c + a; }
// run: decrements(5) == 353
int bits(unsigned a, unsigned b) { return (a & b) * 10000 + (a | b) * 100 + (a ^ b); }
// run: bits(12, 10) == 81406
int complement(int a) { return ~a; }
// run: complement(5) == -6
int comparisons_are_int(int a, int b) { return (a < b) + (a <= b) * 2 + (a > b) * 4 + (a >= b) * 8 + (a == b) * 16 + (a != b) * 32; }
// run: comparisons_are_int(1, 2) == 35
// run: comparisons_are_int(2, 2) == 26
// run: comparisons_are_int(3, 2) == 44
int chained_comparison(int a) { return 1 < a < 3; }
// run: chained_comparison(9) == 1
int size_of_expression(char c) { return sizeof(c + c) * 10 + sizeof c; }
// run: size_of_expression(1) == 41
int size_does_not_evaluate(int a) { int n = sizeof(a++); return a + n; }
// run: size_does_not_evaluate(1) == 5
int unary_plus(signed char c) { return sizeof(+c); }
// run: unary_plus(1) == 4
int compound(int a) { a += 3; a -= 1; a *= 4; a /= 3; a %= 7; a <<= 3; a >>= 1; a |= 1; a &= 0x1d; a ^= 2; return a; }
// run: compound(4) == 7
_Bool bool_compound(_Bool b) { b += 5; return b; }
// run: bool_compound(0) == 1
_Bool bool_decrement(_Bool b) { b--; return b; }
// run: bool_decrement(0) == 1
// run: bool_decrement(1) == 0
int characters(char c) { return c >= '0' && c <= '9' ? c - '0' : -1; }
// run: characters(55) == 7
// run: characters(97) == -1
int escapes(void) { return '\n' + '\t' * 100 + '\\' * 1000 + '\0' + '\x41' * 100000 + '\101'; }
// run: escapes() == 6592975
