// test: run
// GNU C: statement expressions, omitted operands, compound literals, builtins.
int statement_expression(int n) { int x = ({ int y = n * 2; if (y > 10) y = 10; y + 1; }); return x; }
// run: statement_expression(3) == 7
// run: statement_expression(9) == 11
int return_inside(int n) { int x = 1 + ({ if (n > 3) return -1; n; }); return x; }
// run: return_inside(2) == 3
// run: return_inside(4) == -1
struct pair { int a, b; };
int struct_from_statement(int n) { struct pair p = ({ struct pair q = {n, n + 1}; q; }); return p.a * 10 + p.b; }
// run: struct_from_statement(4) == 45
int max(int a, int b) { return ({ __typeof__(a) x = a; __typeof__(b) y = b; x > y ? x : y; }); }
// run: max(3, 9) == 9
int omitted(int n) { int calls = 0; int r = (calls++, n) ?: 7; return r * 10 + calls; }
// run: omitted(0) == 71
// run: omitted(5) == 51
long omitted_converts(int n) { return n ?: 5000000000L; }
// run: omitted_converts(-1) == -1
// run: omitted_converts(0) == 5000000000
int compound_literal(int n) { struct pair *p = &(struct pair){n, 2}; int *a = (int[]){1, n, 3}; return p->a * 100 + a[1] * 10 + a[2]; }
// run: compound_literal(5) == 553
int literal_in_loop(int n) {
  int s = 0, i;
  for (i = 0; i < n; i++) { struct pair *p = &(struct pair){.b = i}; s += p->a + p->b; p->a = 100; }
  return s;
}
// run: literal_in_loop(4) == 6
int bits(unsigned n) {
  return __builtin_popcount(n) * 1000000 + __builtin_parity(n) * 100000 + (n ? __builtin_clz(n) * 1000 + __builtin_ctz(n) : 0);
}
// run: bits(0) == 0
// run: bits(1) == 1131000
// run: bits(40) == 2026003
// run: bits(4294967295) == 32000000
int clz_of_zero(unsigned n) { return __builtin_clz(n); }
// run: clz_of_zero(0) traps library-misuse
int first_set(int n) { return __builtin_ffs(n) * 100 + __builtin_clrsb(n); }
// run: first_set(0) == 31
// run: first_set(8) == 427
// run: first_set(-1) == 131
unsigned swapped(unsigned n) { return __builtin_bswap32(n); }
// run: swapped(305419896) == 2018915346
unsigned long swapped64(unsigned long n) { return __builtin_bswap64(n); }
// run: swapped64(1) == 72057594037927936
int add_overflow(int a, int b) { int r; int o = __builtin_add_overflow(a, b, &r); return o ? -(r / 2) : r; }
// run: add_overflow(2, 3) == 5
// run: add_overflow(2147483647, 1) == 1073741824
int mul_overflow(unsigned long a, unsigned long b) { unsigned long r; return __builtin_mul_overflow(a, b, &r) * 2 + (r == a * b); }
// run: mul_overflow(4294967296, 4294967296) == 3
// run: mul_overflow(18446744073709551615, 18446744073709551615) == 3
// run: mul_overflow(4294967295, 4294967297) == 1
int mixed_overflow(long a, unsigned b) { signed char r; return __builtin_sub_overflow(a, b, &r) * 1000 + r; }
// run: mixed_overflow(100, 228) == -128
// run: mixed_overflow(100, 229) == 1127
int narrow_product(unsigned a, unsigned b) { int r; return __builtin_mul_overflow(a, b, &r); }
// run: narrow_product(65536, 32767) == 0
// run: narrow_product(65536, 32768) == 1
int expected(int n) { if (__builtin_expect(n > 3 && n < 9, 1)) return 1; return __builtin_expect(n, 0) ? 2 : 3; }
// run: expected(5) == 1
// run: expected(10) == 2
// run: expected(0) == 3
int unreachable(int n) { if (n > 0) __builtin_unreachable(); return 4; }
// run: unreachable(0) == 4
// run: unreachable(1) traps unreachable
int trap(int n) { if (n > 0) __builtin_trap(); return 4; }
// run: trap(1) traps abort
int case_range(int n) { int r = 0; switch (n) { case 1 ... 3: r = 1; case 7: r += 2; } return r; }
// run: case_range(2) == 3
// run: case_range(7) == 2
// run: case_range(4) == 0
int variable_array(int n) { int a[n]; int i, s = 0; for (i = 0; i < n; i++) a[i] = i; for (i = 0; i < n; i++) s += a[i]; return s + (int)sizeof a; }
// run: variable_array(4) == 22
int variable_matrix(int n, int m) { int a[n][m]; a[n - 1][m - 1] = 7; a[0][0] = 1; return a[n - 1][m - 1] * 10 + (int)(&a[1][0] - &a[0][0]); }
// run: variable_matrix(2, 3) == 73
int wide(long a, long b) { __int128 p = (__int128)a * b; return (int)(p >> 64); }
// run: wide(4611686018427387904, 8) == 2
// run: wide(-1, 1) == -1
struct link { int n; struct link *next; };
int on_stack(int n) {
    struct link *list = 0;
    for (int i = 1; i <= n; i++) {
        struct link *more = __builtin_alloca(sizeof *more);
        more->n = i;
        more->next = list;
        list = more;
    }
    int digits = 0;
    for (; list; list = list->next) digits = digits * 10 + list->n;
    return digits;
}
// run: on_stack(3) == 321
typedef __int128 i128;
typedef unsigned __int128 u128;
int wide_overflow(long a, unsigned long b, int which) {
  i128 s = (i128)a << 64 | b, least = (i128)1 << 127, r;
  u128 u = (u128)a << 64 | b, q;
  long n;
  switch (which) {
  case 0: return __builtin_add_overflow(s, s, &r) * 2 + (r < 0);
  case 1: return __builtin_sub_overflow(s, least, &r) * 2 + (r < 0);
  case 2: return __builtin_mul_overflow(s, (i128)3, &r) * 2 + (r < 0);
  case 3: return __builtin_add_overflow(u, u, &q) * 2 + (q < u);
  case 4: return __builtin_sub_overflow((u128)5, u, &q) * 2 + (q < u);
  case 5: return __builtin_mul_overflow(u, u, &q) * 2 + (q == 0);
  case 6: return __builtin_mul_overflow(s, -1, &n) * 2 + (n < 0);
  case 7: return __builtin_add_overflow(u, -1L, &r) * 2 + (r < 0);
  case 8: return __builtin_mul_overflow(s, (u128)1 << 63, &r) * 2 + (r < 0);
  default: return 0;
  }
}
// run: wide_overflow(4611686018427387904, 0, 0) == 3
// run: wide_overflow(4611686018427387903, 0, 0) == 0
// run: wide_overflow(-4611686018427387904, 0, 0) == 1
// run: wide_overflow(-1, 0, 1) == 0
// run: wide_overflow(0, 0, 1) == 3
// run: wide_overflow(3074457345618258602, 0, 2) == 0
// run: wide_overflow(3074457345618258603, 0, 2) == 3
// run: wide_overflow(-1, 1, 3) == 3
// run: wide_overflow(1, 1, 3) == 0
// run: wide_overflow(0, 5, 4) == 1
// run: wide_overflow(0, 6, 4) == 2
// run: wide_overflow(1, 0, 5) == 3
// run: wide_overflow(0, 18446744073709551615, 5) == 0
// run: wide_overflow(-1, 9223372036854775808, 6) == 3
// run: wide_overflow(0, 9223372036854775808, 6) == 1
// run: wide_overflow(-1, 9223372036854775809, 6) == 0
// run: wide_overflow(0, 0, 7) == 1
// run: wide_overflow(-1, 0, 7) == 3
// run: wide_overflow(-1, 0, 8) == 1
// run: wide_overflow(-1, 18446744073709551615, 8) == 1
// run: wide_overflow(-2, 0, 8) == 2
typedef union { int *i; const unsigned *u; } one_of __attribute__((transparent_union));
static int through(one_of p) { return *p.i; }
int transparent(int n) { unsigned m = n; return through(&n) * 10 + through(&m); }
// run: transparent(3) == 33
static int ended;
static void end(int *p) { ended = ended * 10 + *p; }
static void end_pair(struct pair *p) { ended += p->a; }
static int leave_by(int n) {
  int a __attribute__((cleanup(end))) = 1;
  for (int i = 0; i < 3; i++) {
    __attribute__((__cleanup__(end))) int b = i + 2;
    if (i == n) break;
    if (i + 1 == n) continue;
    if (n == 7) return b * 100;
    if (n == 8) goto out;
  }
  { struct pair p __attribute__((cleanup(end_pair))) = {1000, 0}; a = 5; }
out:
  return a;
}
int cleaned(int n) { ended = 0; int r = leave_by(n); return ended * 1000 + r; }
// run: cleaned(0) == 10025005
// run: cleaned(1) == 10235005
// run: cleaned(7) == 21200
// run: cleaned(8) == 21001
// run: cleaned(9) == 12345005
