// test: run
struct flags { unsigned a : 1, b : 3; signed c : 4; int d : 8; unsigned long e : 40; _Bool f : 1; };
int widths(int n) {
  struct flags s = {0};
  s.a = n; s.b = n; s.c = n; s.d = n; s.e = n; s.f = n;
  return s.a + 10 * s.b + 1000 * s.c + 100000 * (s.d < 0) + 1000000 * s.f + 10000000 * (s.e == 0xffffffffffUL);
}
// run: widths(-1) == 11099071
// run: widths(9) == 993011
// run: widths(0) == 0
int value_of_assignment(int n) { struct flags s = {0}; int v = (s.b = n); int w = (s.c = n); return v * 100 + w; }
// run: value_of_assignment(9) == 93
// run: value_of_assignment(15) == 699
int increments(int n) { struct flags s = {0}; s.b = n; int old = s.b++; int new = ++s.b; return old * 100 + new * 10 + s.b; }
// run: increments(7) == 711
// run: increments(6) == 600
int compound(int n) { struct flags s = {0}; s.c = 3; int v = s.c += n; s.d = 100; s.d -= 300; return v * 1000 + s.d; }
// run: compound(2) == 5056
// run: compound(5) == -7944
int neighbours(int n) { struct flags s = {1, 5, -3, 77, 12345, 1}; s.d = n; return s.a + s.b + s.c + (int)s.e + s.f; }
// run: neighbours(-1) == 12349
int promoted(int n) { struct flags s = {0}; s.b = n; return s.b - 8 < 0; }
// run: promoted(1) == 1
struct packed { char c; int b : 20; short s; } __attribute__((packed));
int in_packed(int n) { struct packed p = {1, 2, 3}; p.b = n; return p.b + p.c * 3 + p.s * 5; }
// run: in_packed(-7) == 11
struct flags global = {1, 2, -1, 100, 1UL << 39, 1};
int static_fields(int n) { return global.a + global.b + global.c + global.d + (int)((unsigned long)global.e >> 39) + global.f + n; }
// run: static_fields(0) == 104
int copied(int n) { struct flags s = global, t; s.b = n; t = s; return t.b * 10 + t.a; }
// run: copied(6) == 61
union bits { unsigned u; struct { unsigned low : 4, high : 28; } f; };
int through_union(unsigned n) { union bits b; b.u = n; return b.f.low * 1000 + b.f.high; }
// run: through_union(291) == 3018
#pragma pack(push, 1)
struct tight { unsigned a : 7; int b : 28; unsigned c : 5; };
struct tighter { unsigned a : 3; unsigned long b : 51; signed c : 2; };
#pragma pack(pop)
int across_units(int n) {
  struct tight t = {n, n, n}, u = t;
  u.b += 3;
  u.a--;
  return (int)sizeof t * 1000000 + t.a * 10000 + u.c * 100 + (u.b == n + 3) * 10 + (u.a == ((n - 1) & 127));
}
// run: across_units(5) == 5050511
// run: across_units(-1) == 6273111
long wide_across(long n) { struct tighter t = {1, n, -1}; t.b ^= 5; return (long)t.b * 10 + t.a + t.c; }
// run: wide_across(7) == 20
// run: wide_across(2251799813685247) == 22517998136852420
struct wide { unsigned long u : 40; long s : 40; };
int ordered(long n) { struct wide w = {n, n}; return (w.u > 3) + 2 * (w.s < 0) + 4 * (w.u == 0xffffffffffUL) + 8 * (w.s >= (int)n) + 16 * (w.u <= 7u) + 32 * (w.s == 5); }
// run: ordered(5) == 57
// run: ordered(-1) == 15
// run: ordered(1099511627776) == 24
int or_else(int n) { struct { unsigned three : 3; } w = {n}; return (w.three ?: -1) < 0; }
// run: or_else(0) == 1
// run: or_else(3) == 0
