// test: run
int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
// run: factorial(5) == 120
// run: factorial(12) == 479001600
// run: factorial(13) traps signed-overflow
int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
// run: fibonacci(15) == 610
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
// run: even(10) == 1
// run: odd(10) == 0
int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
// run: ackermann(2, 3) == 9
int argument_is_converted(unsigned char c) { return c; }
int passes_300(void) { return argument_is_converted(300); }
// run: passes_300() == 44
signed char result_is_converted(int a) { return a; }
int takes_result(int a) { return result_is_converted(a) + 1; }
// run: takes_result(255) == 0
void sets(int *p, int v) { if (v < 0) return; *p = v; }
int void_call(int v) { int x = 1; sets(&x, v); return x; }
// run: void_call(5) == 5
// run: void_call(-5) == 1
static inline int twice(int a) { return 2 * a; }
int composed(int a) { return twice(twice(a) + 1); }
// run: composed(3) == 14
int locals_are_fresh(int n) { int x = n; if (n > 0) locals_are_fresh(n - 1); return x; }
// run: locals_are_fresh(3) == 3
int apply(int (*f)(int), int a) { return f(a); }
int function_pointer(int c) { return apply(c ? twice : factorial, 4); }
// run: function_pointer(1) == 8
// run: function_pointer(0) == 24
int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
// run: gcd(1071, 462) == 21
