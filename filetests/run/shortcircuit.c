// test: run
int n;
int count(int result) { n++; return result; }
int and_(int a, int b) { n = 0; int r = count(a) && count(b); return 10 * n + r; }
// run: and_(0, 1) == 10
// run: and_(1, 0) == 20
// run: and_(2, 4) == 21
int or_(int a, int b) { n = 0; int r = count(a) || count(b); return 10 * n + r; }
// run: or_(5, 0) == 11
// run: or_(0, 0) == 20
// run: or_(0, -1) == 21
int guard(int d) { return d != 0 && 10 / d > 3; }
// run: guard(0) == 0
// run: guard(2) == 1
// run: guard(5) == 0
int precedence(int a, int b, int c) { return a || b && c; }
// run: precedence(1, 0, 0) == 1
// run: precedence(0, 1, 0) == 0
int not_(int a) { return !a + !!a * 10; }
// run: not_(0) == 1
// run: not_(-3) == 10
int ternary_once(int a) { n = 0; int r = a ? count(1) : (count(0), count(2)); return 10 * n + r; }
// run: ternary_once(1) == 11
// run: ternary_once(0) == 22
int effects_in_conditions(int a) { if (a++ > 0 && a++ > 1) a += 100; return a; }
// run: effects_in_conditions(0) == 1
// run: effects_in_conditions(1) == 103
int comma(int a) { int b = (a += 2, a * 3); return a + b; }
// run: comma(1) == 12
int nested_ternary(int a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }
// run: nested_ternary(-9) == -1
// run: nested_ternary(9) == 1
// run: nested_ternary(0) == 0
