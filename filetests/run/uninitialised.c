// test: run
int never_set(void) { int x; if (x) return 1; return 2; }
// run: never_set() traps uninitialised
int set_on_one_branch(int c) { int x; if (c) x = 5; if (x > 3) return 1; return 2; }
// run: set_on_one_branch(1) == 1
// run: set_on_one_branch(0) traps uninitialised
int element(int i) { int a[3]; a[0] = 1; a[1] = 2; if (a[i]) return a[i]; return 0; }
// run: element(1) == 2
// run: element(2) traps uninitialised
int member(int c) { struct { int x, y; } s; s.x = 1; if (c) s.y = 2; if (s.y) return 3; return 4; }
// run: member(1) == 3
// run: member(0) traps uninitialised
int by_pointer(int c) { int x, *p = &x; if (c) *p = 7; if (x) return x; return 0; }
// run: by_pointer(1) == 7
// run: by_pointer(0) traps uninitialised
int copied_with_its_struct(int c) { struct { int x, y; } s, t; s.x = 1; if (c) s.y = 2; t = s; if (t.y) return t.x; return 0; }
// run: copied_with_its_struct(1) == 1
// run: copied_with_its_struct(0) traps uninitialised
int fresh_in_each_turn(int n) { int r = 0; for (int i = 0; i < n; i++) { int x; if (i == 0) x = 1; if (x) r++; } return r; }
// run: fresh_in_each_turn(1) == 1
// run: fresh_in_each_turn(2) traps uninitialised
int not_read(int c) { int x; if (!c) return 0; x = c; return x; }
// run: not_read(0) == 0
