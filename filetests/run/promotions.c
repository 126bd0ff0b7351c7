// test: run
// Operands narrower than int are promoted before anything is done with them.
int sum_of_chars(unsigned char a, unsigned char b) { return a + b; }
// run: sum_of_chars(200, 100) == 300
int minus_uchar(unsigned char a) { return -a; }
// run: minus_uchar(1) == -1
int complement_uchar(unsigned char a) { return ~a; }
// run: complement_uchar(0) == -1
int complement_back(unsigned char a) { return (unsigned char)~a; }
// run: complement_back(0) == 255
int ushort_product(unsigned short a, unsigned short b) { return a * b; }
// run: ushort_product(40000, 40000) == 1600000000
// run: ushort_product(65535, 65535) traps signed-overflow
int char_is_signed(char c) { return c < 0; }
// run: char_is_signed(128) == 1
int compare_uchar(unsigned char a, signed char b) { return a == b; }
// run: compare_uchar(255, -1) == 0
int shift_promotes(unsigned char a) { return a << 4; }
// run: shift_promotes(255) == 4080
unsigned char increment_wraps(unsigned char a) { a++; return a; }
// run: increment_wraps(255) == 0
signed char increment_narrows(signed char a) { a++; return a; }
// run: increment_narrows(127) == -128
int bool_arithmetic(_Bool a, _Bool b) { return a + b; }
// run: bool_arithmetic(1, 1) == 2
int literal_type(void) { return (2147483648 > 0) + (sizeof(2147483648) == 8) + (sizeof('a') == 4); }
// run: literal_type() == 3
int hex_literal_unsigned(void) { return -1 < 0x80000000; }
// run: hex_literal_unsigned() == 0
