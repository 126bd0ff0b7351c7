// test: run
// Usual arithmetic conversions and conversions on assignment.
int mixed_compare(int a, unsigned b) { return a < b; }
// run: mixed_compare(-1, 1) == 0
// run: mixed_compare(1, 2) == 1
int long_beats_unsigned(long a, unsigned b) { return a < b; }
// run: long_beats_unsigned(-1, 1) == 1
unsigned int int_to_unsigned(int a) { return a; }
// run: int_to_unsigned(-1) == 4294967295
int unsigned_to_int(unsigned a) { return a; }
// run: unsigned_to_int(4294967295) == -1
long widen_signed(int a) { return a; }
// run: widen_signed(-5) == -5
long widen_unsigned(unsigned a) { return a; }
// run: widen_unsigned(4294967291) == 4294967291
signed char truncate(int a) { return a; }
// run: truncate(200) == -56
// run: truncate(-129) == 127
unsigned short truncate_unsigned(int a) { return a; }
// run: truncate_unsigned(-1) == 65535
// run: truncate_unsigned(65536) == 0
_Bool to_bool(int a) { return a; }
// run: to_bool(256) == 1
// run: to_bool(0) == 0
_Bool to_bool_by_cast(long a) { return (_Bool)a; }
// run: to_bool_by_cast(4294967296) == 1
int through_char(int a) { char c = a; return c; }
// run: through_char(255) == -1
unsigned long sign_then_widen(signed char c) { return c; }
// run: sign_then_widen(-1) == 0xffffffffffffffff
unsigned long widen_then_shift(int a) { return (unsigned long)a << 32; }
// run: widen_then_shift(1) == 4294967296
int ternary_type(int c) { return (c ? -1 : 1u) > 0; }
// run: ternary_type(1) == 1
int unsigned_minus(unsigned a, unsigned b) { return a - b > 0; }
// run: unsigned_minus(1, 2) == 1
// run: unsigned_minus(2, 2) == 0
long int_overflow_before_widening(int a) { return a * 2; }
// run: int_overflow_before_widening(1073741823) == 2147483646
// run: int_overflow_before_widening(1073741824) traps signed-overflow
int compound_converts_twice(void) { unsigned char c = 250; c += 10; return c; }
// run: compound_converts_twice() == 4
int compound_in_wide_type(void) { int i = 10; i *= 1.0 == 1.0 ? 3u : 0u; return i; }
// run: compound_in_wide_type() == 30
int compound_unsigned_division(int a) { a /= 2u; return a; }
// run: compound_unsigned_division(-2) == 2147483647
