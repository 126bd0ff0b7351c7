// test: run
int forward(int a) { if (a) goto out; a = 5; out: return a; }
// run: forward(0) == 5
// run: forward(3) == 3
int backward(int n) { int s = 0; again: if (n > 0) { s += n; n--; goto again; } return s; }
// run: backward(4) == 10
int out_of_two_loops(int k) { int i, j; for (i = 0; i < 5; i++) for (j = 0; j < 5; j++) if (i * j == k) goto found; return -1; found: return 10 * i + j; }
// run: out_of_two_loops(6) == 23
// run: out_of_two_loops(17) == -1
int into_loop(int a) { int n = 0; if (a) goto middle; while (n < 10) { n += 5; middle: n += 1; } return n; }
// run: into_loop(0) == 12
// run: into_loop(1) == 13
int into_block(int a) { int x = 1; if (a) goto in; { x = 10; in: x += 1; } return x; }
// run: into_block(0) == 11
// run: into_block(1) == 2
int into_branch(int a) { int x = 0; if (a == 2) goto in; if (a) { x = 1; in: x += 10; } else x = 100; return x; }
// run: into_branch(0) == 100
// run: into_branch(1) == 11
// run: into_branch(2) == 10
int two_entries(int a, int n) { int s = 0; if (a) goto second; first: s += 1; if (n-- <= 0) return s; second: s += 10; if (n-- > 0) goto first; return s; }
// run: two_entries(0, 3) == 22
// run: two_entries(1, 3) == 22
int out_of_switch(int a) { switch (a) { case 1: goto end; case 2: a = 20; } a++; end: return a; }
// run: out_of_switch(1) == 1
// run: out_of_switch(2) == 21
int from_switch_to_case(int a) { switch (a) { case 1: a = 5; goto two; case 2: a = 7; two: a += 100; break; default: a = 0; } return a; }
// run: from_switch_to_case(1) == 105
// run: from_switch_to_case(2) == 107
int label_at_end(int a) { if (a) goto end; a = 1; end: ; return a; }
// run: label_at_end(0) == 1
int state_machine(unsigned word) { int ones = 0; even: if (!word) return ones * 10; ones += word & 1; word >>= 1; goto odd; odd: if (!word) return ones * 10 + 1; ones += word & 1; word >>= 1; goto even; }
// run: state_machine(5) == 21
// run: state_machine(15) == 40
