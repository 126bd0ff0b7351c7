// test: run
int quotient(int a, int b) { return a / b; }
// run: quotient(7, 2) == 3
// run: quotient(-7, 2) == -3
// run: quotient(7, -2) == -3
// run: quotient(-7, -2) == 3
// run: quotient(1, 0) traps division-by-zero
// run: quotient(-2147483648, -1) traps signed-overflow
int remainder_(int a, int b) { return a % b; }
// run: remainder_(7, 3) == 1
// run: remainder_(-7, 3) == -1
// run: remainder_(7, -3) == 1
// run: remainder_(-7, -3) == -1
// run: remainder_(5, 0) traps division-by-zero
// run: remainder_(-2147483648, -1) traps signed-overflow
unsigned unsigned_quotient(unsigned a, unsigned b) { return a / b; }
// run: unsigned_quotient(4294967295, 2) == 2147483647
// run: unsigned_quotient(1, 0) traps division-by-zero
unsigned long mixed(long a, unsigned long b) { return a / b; }
// run: mixed(-1, 2) == 9223372036854775807
int chars(signed char a, signed char b) { return a / b; }
// run: chars(-128, -1) == 128
long long wide(long long a, long long b) { return a % b; }
// run: wide(-9223372036854775807, 10) == -7
