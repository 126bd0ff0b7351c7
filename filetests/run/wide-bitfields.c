// test: run gcc
// Values of bit-fields wider than int have types of their very width with gcc; clang computes in the declared type.
struct wide { unsigned long u : 40; long s : 40; unsigned long v : 50; };
unsigned long sum(unsigned long n, int k) { struct wide w = {n, n, n}; return w.u + k; }
// run: sum(1099511627775, 1) == 0
// run: sum(0, -1) == 1099511627775
unsigned long left(unsigned long n, int k) { struct wide w = {n, n, n}; return w.u << k; }
// run: left(5, 39) == 549755813888
// run: left(5, 40) traps shift-range
// run: left(5, -1) traps shift-range
long right(long n, long k) { struct wide w = {n, n, n}; return w.s >> k; }
// run: right(-5, 1) == -3
// run: right(-5, 39) == -1
// run: right(-5, 40) traps shift-range
long signed_sum(long n, int k) { struct wide w = {n, n, n}; return w.s + k; }
// run: signed_sum(549755813887, 1) == -549755813888
long square(long n) { struct wide w = {n, n, n}; return w.s * w.s; }
// run: square(549755813887) == 1
// run: square(-3) == 9
long complement(long n) { struct wide w = {n, n, n}; return ~w.u + ~w.s - -w.u; }
// run: complement(5) == 1099511627769
int greater(long n, int k) { struct wide w = {n, n, n}; return w.u > k; }
// run: greater(5, -1) == 0
// run: greater(5, 4) == 1
int alike(long n) { struct wide w = {n, n, n}; return (w.u == w.s) + 2 * (w.s < w.v); }
// run: alike(-1) == 1
// run: alike(5) == 1
long chosen(long n, int k) { struct wide w = {n, n, n}; return (k ? w.u : -1) << 20; }
// run: chosen(3, 0) == 1099510579200
long chain(long n, int k) { struct wide w = {n, n, n}; return w.u * w.u + w.v - k; }
// run: chain(1099511627775, 3) == 1099511627773
long plain(long n, long k) { struct wide w = {n, n, n}; return w.u + k; }
// run: plain(1099511627775, 1) == 1099511627776
long in_place(long n, int k) { struct wide w = {n, n, n}; w.u += k; w.s *= k; w.u <<= 3; w.v /= 3; return w.u ^ w.s ^ w.v; }
// run: in_place(1099511627775, 7) == 733007751836
int type_of(int k) { struct wide w = {k, k, k}; return _Generic(w.u + 1, unsigned long: 1, default: 2); }
// run: type_of(1) == 2
int below(long n, long k) { struct wide w = {n, n, n}; return (w.u <= k) + 2 * (k < w.v); }
// run: below(5, -1) == 2
// run: below(5, 6) == 1
long quotient(long n, long k) { struct wide w = {n, n, n}; w.u /= k; k /= w.v; return k + (long)w.u; }
// run: quotient(5, -7) == -1
long either(long n, int k) { struct wide w = {n, n, n}; return (k ? w.u : -8L) / 2; }
// run: either(5, 0) == -4
long remainder(int n, int k) { struct wide w = {k, k, k}; return n % (w.v ?: 16); }
// run: remainder(-1000, 5) == 4
// run: remainder(-1000, 0) == 8
