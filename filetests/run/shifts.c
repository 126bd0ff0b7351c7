// test: run
// Bits that leave on the left are lost, as gcc defines it; the amount must lie below the width.
int left(int a, int n) { return a << n; }
// run: left(1, 31) == -2147483648
// run: left(-1, 4) == -16
// run: left(3, 31) == -2147483648
// run: left(1, 32) traps shift-range
// run: left(1, -1) traps shift-range
int right(int a, int n) { return a >> n; }
// run: right(-1, 31) == -1
// run: right(-8, 1) == -4
// run: right(8, 32) traps shift-range
unsigned logical(unsigned a, int n) { return a >> n; }
// run: logical(0x80000000, 31) == 1
long wide(long a, int n) { return a << n; }
// run: wide(1, 63) == -9223372036854775808
// run: wide(1, 64) traps shift-range
int width_is_the_promoted_left_one(unsigned char a, long n) { return a << n; }
// run: width_is_the_promoted_left_one(1, 31) == -2147483648
// run: width_is_the_promoted_left_one(1, 32) traps shift-range
unsigned char narrow(unsigned char a) { a <<= 4; return a; }
// run: narrow(0xff) == 240
int unsigned_amount(int a, unsigned n) { return a >> n; }
// run: unsigned_amount(16, 4) == 1
// run: unsigned_amount(16, 4294967295) traps shift-range
