// test: run
int falls(int a) { int r = 0; switch (a) { case 1: r += 1; case 2: r += 10; break; case 3: r += 100; } return r; }
// run: falls(1) == 11
// run: falls(2) == 10
// run: falls(3) == 100
// run: falls(4) == 0
int default_first(int a) { int r = 0; switch (a) { default: r += 1; case 5: r += 2; break; case 6: r = 9; } return r; }
// run: default_first(0) == 3
// run: default_first(5) == 2
// run: default_first(6) == 9
int default_between(int a) { switch (a) { case 1: return 1; default: a = 7; case 2: return a; } }
// run: default_between(1) == 1
// run: default_between(2) == 2
// run: default_between(3) == 7
int shared_labels(int a) { switch (a) { case 1: case 2: case -3: return 1; } return 0; }
// run: shared_labels(-3) == 1
// run: shared_labels(3) == 0
int on_unsigned(unsigned a) { switch (a) { case -1: return 1; case 0x80000000: return 2; } return 0; }
// run: on_unsigned(4294967295) == 1
// run: on_unsigned(2147483648) == 2
int on_char(char c) { switch (c) { case 'a': return 1; case '\xff': return 2; default: return 3; } }
// run: on_char(97) == 1
// run: on_char(255) == 2
int on_long(long a) { switch (a) { case 4294967296: return 1; case 0: return 2; } return 3; }
// run: on_long(4294967296) == 1
// run: on_long(0) == 2
int in_loop(int n) { int r = 0; for (int i = 0; i < n; i++) { switch (i) { case 1: continue; case 3: break; default: r += i; } r += 100; } return r; }
// run: in_loop(5) == 406
int inside_if(int a) { switch (a) { case 0: if (1) { case 1: return 10; } else { case 2: return 20; } } return 30; }
// run: inside_if(0) == 10
// run: inside_if(1) == 10
// run: inside_if(2) == 20
// run: inside_if(3) == 30
int duff(int n) { int r = 0, k = (n + 3) / 4; switch (n % 4) { case 0: do { r++; case 3: r++; case 2: r++; case 1: r++; } while (--k > 0); } return r; }
// run: duff(1) == 1
// run: duff(4) == 4
// run: duff(7) == 7
int empty(int a) { switch (a) { } return a; }
// run: empty(3) == 3
int no_case_matches(int a) { switch (a) { int b; case 1: b = 2; return b; } return 0; }
// run: no_case_matches(1) == 2
// run: no_case_matches(2) == 0
int nested(int a, int b) { switch (a) { case 1: switch (b) { case 1: break; default: return 5; } return 6; case 2: return 7; } return 8; }
// run: nested(1, 1) == 6
// run: nested(1, 2) == 5
// run: nested(2, 1) == 7
