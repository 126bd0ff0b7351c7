// test: run
int sum_to(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }
// run: sum_to(10) == 55
// run: sum_to(0) == 0
int while_(int n) { int c = 0; while (n) { n &= n - 1; c++; } return c; }
// run: while_(255) == 8
int do_once(int n) { int c = 0; do c++; while (c < n); return c; }
// run: do_once(0) == 1
// run: do_once(4) == 4
int continue_runs_the_step(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 2) continue; s += i; } return s; }
// run: continue_runs_the_step(6) == 6
int continue_in_do(int n) { int s = 0; do { if (s == 2) { s += 10; continue; } s++; } while (s < n); return s; }
// run: continue_in_do(5) == 12
int break_inner(int n) { int c = 0; for (int i = 0; i < n; i++) for (int j = 0; ; j++) { if (j > i) break; c++; } return c; }
// run: break_inner(4) == 10
int no_parts(void) { int i = 0; for (;;) if (++i == 5) return i; }
// run: no_parts() == 5
int two_variables(int n) { int i, j; for (i = 0, j = n; i < j; i++, j--) ; return 100 * i + j; }
// run: two_variables(7) == 403
int scope(void) { int i = 7; for (int i = 0; i < 3; i++) ; return i; }
// run: scope() == 7
int fresh_each_turn(void) { int s = 0; for (int i = 0; i < 3; i++) { int x = 5; x += i; s += x; } return s; }
// run: fresh_each_turn() == 18
int collatz(unsigned n) { int steps = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; } return steps; }
// run: collatz(27) == 111
int unsigned_countdown(unsigned n) { int c = 0; while (n-- > 0) c++; return c; }
// run: unsigned_countdown(3) == 3
