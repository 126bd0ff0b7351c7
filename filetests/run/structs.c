// test: run
struct point { int x, y; };
struct box { struct point lo, hi; char tag; };
int copy_is_a_copy(int a) { struct point p = {a, 2}, q = p; q.x = 7; return 10 * p.x + q.x; }
// run: copy_is_a_copy(1) == 17
int nested(int a) { struct box b = {{1, 2}, {3, a}, 'x'}; return b.lo.x + b.lo.y * 10 + b.hi.x * 100 + b.hi.y * 1000 + (b.tag == 'x'); }
// run: nested(4) == 4322
int missing_members_are_zero(void) { struct box b = {{1}}; return b.lo.x + b.lo.y + b.hi.x + b.hi.y + b.tag; }
// run: missing_members_are_zero() == 1
int designated(void) { struct box b = {.hi = {.y = 5}, .tag = 1, .lo.x = 2}; return b.lo.x * 100 + b.lo.y * 10 + b.hi.y + b.tag; }
// run: designated() == 206
int by_value(struct point p) { p.x += 100; return p.x + p.y; }
int caller_keeps_its_own(int a) { struct point p = {a, 1}; int r = by_value(p); return r * 1000 + p.x; }
// run: caller_keeps_its_own(5) == 106005
struct point swap(struct point p) { struct point q = {p.y, p.x}; return q; }
int returned(void) { return swap((struct point){3, 4}).x * 10 + swap(swap((struct point){3, 4})).x; }
// run: returned() == 43
int array_of_structs(int i) { struct point a[3] = {{1, 2}, {3, 4}, {5, 6}}; a[i].y = 9; return a[0].y + a[1].y + a[2].y; }
// run: array_of_structs(1) == 17
// run: array_of_structs(3) traps out-of-bounds
int copy_elements(void) { struct point a[2] = {{1, 2}, {3, 4}}; a[0] = a[1]; a[1].x = 8; return a[0].x * 10 + a[1].x; }
// run: copy_elements() == 38
int self_assignment(int a) { struct point p = {a, a + 1}; p = p; return p.x + p.y; }
// run: self_assignment(3) == 7
int through_pointer(int a) { struct point p = {1, 2}; struct point *q = &p; q->x = a; (*q).y += 1; return p.x + p.y; }
// run: through_pointer(10) == 13
int member_address(int a) { struct point p = {1, 2}; int *y = &p.y; *y = a; return p.y; }
// run: member_address(8) == 8
int array_member(int i) { struct { int n; int v[4]; } s = {4, {1, 2, 3, 4}}; return s.v[i] * s.n; }
// run: array_member(3) == 16
// run: array_member(4) traps out-of-bounds
int sizes(void) { return sizeof(struct point) * 100 + sizeof(struct box); }
// run: sizes() == 820
