// test: run
int add(int a, int b) { return a + b; }
// run: add(2147483647, 0) == 2147483647
// run: add(2147483647, 1) traps signed-overflow
// run: add(-2147483648, -1) traps signed-overflow
int sub(int a, int b) { return a - b; }
// run: sub(-2147483648, 0) == -2147483648
// run: sub(-2147483648, 1) traps signed-overflow
// run: sub(0, -2147483648) traps signed-overflow
int mul(int a, int b) { return a * b; }
// run: mul(46341, 46340) == 2147441940
// run: mul(46341, 46341) traps signed-overflow
// run: mul(-2147483648, -1) traps signed-overflow
int neg(int a) { return -a; }
// run: neg(-2147483647) == 2147483647
// run: neg(-2147483648) traps signed-overflow
int step(int a) { return ++a; }
// run: step(2147483646) == 2147483647
// run: step(2147483647) traps signed-overflow
long wide(long a) { return a * 3; }
// run: wide(3074457345618258602) == 9223372036854775806
// run: wide(3074457345618258603) traps signed-overflow
unsigned wraps(unsigned a) { return a * a; }
// run: wraps(65536) == 0
unsigned negative_unsigned(unsigned a) { return -a; }
// run: negative_unsigned(1) == 4294967295
short short_does_not_overflow(short a) { a = a + 1; return a; }
// run: short_does_not_overflow(32767) == -32768
int compound(int a) { a += 1; return a; }
// run: compound(2147483647) traps signed-overflow
