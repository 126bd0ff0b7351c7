// test: run
// Orders that C fixes, or on which gcc and clang agree.
int global;
int set(int v) { global = v; return v; }
int compound_right_first(int n) { global = 1; global += set(n); return global; }
// run: compound_right_first(5) == 10
int comma(int n) { int a = 0; int b = (a = n, a++, a * 2); return a * 100 + b; }
// run: comma(4) == 510
int and_stops(int n) { int x = 0; (n > 3) && (x = 1); n > 5 && (x += 10); return x; }
// run: and_stops(2) == 0
// run: and_stops(4) == 1
// run: and_stops(6) == 11
int or_stops(int n) { int x = 0; int y = n > 3 || ++x || ++x; return x * 10 + y; }
// run: or_stops(4) == 1
// run: or_stops(1) == 11
int not_not(int n) { return !!n + !n * 10; }
// run: not_not(7) == 1
// run: not_not(0) == 10
int nested_value(int a, int b, int c) { return (a && b) == c || !(a || (b && !c)); }
// run: nested_value(1, 1, 1) == 1
// run: nested_value(0, 0, 1) == 1
// run: nested_value(1, 0, 1) == 0
// run: nested_value(0, 1, 1) == 1
int mixed_chain(int a, int b, int c, int d) { if ((a || b) && (c || d) && !(a && c)) return 1; return 0; }
// run: mixed_chain(1, 0, 0, 1) == 1
// run: mixed_chain(1, 0, 1, 1) == 0
// run: mixed_chain(0, 0, 1, 1) == 0
int conditional_chain(int n) { return n < 0 ? -1 : n == 0 ? 0 : n < 10 ? 1 : 2; }
// run: conditional_chain(-5) == -1
// run: conditional_chain(0) == 0
// run: conditional_chain(10) == 2
int conditional_lvalue_struct(int n) { struct s { int a[2]; } x = {{1, 2}}, y = {{3, 4}}; return (n ? x : y).a[1]; }
// run: conditional_lvalue_struct(1) == 2
// run: conditional_lvalue_struct(0) == 4
int char_wraps(int n) { signed char c = n; c++; unsigned char u = n; u -= 200; short s = n; s *= 300; return c * 1000000 + u * 1000 + (s < 0); }
// run: char_wraps(127) == -127816999
// run: char_wraps(10) == 11066000
int char_shift(int n) { unsigned char c = 0x80; c <<= n; signed char d = -128; d >>= n; return c * 1000 + d; }
// run: char_shift(1) == -64
int bool_arithmetic(int n) { _Bool b = n; b++; _Bool c = 1; c--; _Bool d = 0; d -= 1; return b * 100 + c * 10 + d; }
// run: bool_arithmetic(0) == 101
// run: bool_arithmetic(5) == 101
int bool_from_pointer(int n) { int x; _Bool b = n ? &x : 0; return b; }
// run: bool_from_pointer(1) == 1
// run: bool_from_pointer(0) == 0
int chained_assignment(int n) { int a; signed char b; long c; c = b = a = n; return a + b * 3 + (int)c; }
// run: chained_assignment(300) == 476
int index_once(int n) { int a[3] = {1, 2, 3}; int i = 0; a[i++] += n; a[i++] *= 5; return a[0] * 100 + a[1] * 10 + i; }
// run: index_once(4) == 602
int static_local(int n) { static int count = 5; count += n; return count; }
int calls_static(int n) { static_local(n); static_local(n); return static_local(0); }
// run: calls_static(3) == 11
const char *names[] = {"zero", "one", "two"};
int string_table(int n) { return names[n][0] * 1000 + names[n][2]; }
// run: string_table(0) == 122114
// run: string_table(2) == 116111
int padded_string(int n) { char s[6] = "ab"; char t[40] = "a rather long string of characters"; return s[n] + t[n + 30]; }
// run: padded_string(1) == 199
// run: padded_string(5) == 0
struct big { int a[4]; char name[8]; };
struct big make(int n) { struct big b = {{n, n + 1}, "hey"}; return b; }
int takes(struct big b, int i) { b.a[0] += 100; return b.a[i] + b.name[i]; }
int struct_by_value(int n) { struct big b = make(n); int r = takes(b, 0); return r * 1000 + b.a[0]; }
// run: struct_by_value(1) == 205001
int result_member(int n) { return make(n).a[1] + make(n).name[0]; }
// run: result_member(1) == 106
struct big through(struct big b) { b.a[3] = b.a[0]; return b; }
int nested_structs(int n) { struct big b; b = through(through(make(n))); return b.a[3]; }
// run: nested_structs(8) == 8
int self_copy(int n) { struct big b = make(n); struct big *p = &b; *p = b; return p->a[1]; }
// run: self_copy(1) == 2
int (*pick(int n))(int) { return n ? static_local : not_not; }
int called_pointer(int n) { return pick(0)(n) + (*pick(0))(n) + (&not_not)(n); }
// run: called_pointer(3) == 3
int array_parameter(int a[3]) { return a[0] + a[2]; }
int passes_array(int n) { int a[] = {n, 2, 3}; return array_parameter(a) + (int)sizeof a; }
// run: passes_array(1) == 16
int address_of_parameter(int n) { int *p = &n; *p += 1; return n; }
// run: address_of_parameter(4) == 5
int old_style(a, b) int a; char b; { return a * 10 + b; }
int calls_old_style(int n) { return old_style(n, 300); }
// run: calls_old_style(1) == 54
int unsigned_wraps(unsigned a) { return a - 1 > a; }
// run: unsigned_wraps(0) == 1
long pointer_difference(int n) { int a[10]; int *p = a + n, *q = &a[9]; return q - p; }
// run: pointer_difference(2) == 7
int escapes(int n) { int *p = 0; { int x = n; p = &x; } return *p; }
// run: escapes(1) traps dangling
int falls_off(int n) { if (n > 0) return n; }
int ignores_result(int n) { falls_off(n); return 1; }
// run: ignores_result(0) == 1
