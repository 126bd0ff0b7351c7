// test: run
int plain;
int given = 5;
static int hidden = 6;
const int table[3] = {1, 2, 4};
int *pointer = &given;
struct { int a; char b[3]; } record = {7, "xy"};
int zero(void) { return plain; }
// run: zero() == 0
int sum(void) { return plain + given + hidden + record.a; }
// run: sum() == 18
int through_pointer(int a) { *pointer = a; return given; }
// run: through_pointer(11) == 11
int look_up(int i) { return table[i]; }
// run: look_up(2) == 4
// run: look_up(3) traps out-of-bounds
int strings(void) { return record.b[0] * 1000 + record.b[1] + record.b[2]; }
// run: strings() == 120121
void bump(void) { plain++; hidden += 2; }
int twice(void) { bump(); bump(); return plain * 100 + hidden; }
// run: twice() == 210
int counter(void) { static int n = 3; return ++n; }
int three_calls(void) { counter(); counter(); return counter(); }
// run: three_calls() == 6
int shadowed(int given) { { int given = 2; given++; } return given; }
// run: shadowed(9) == 9
int tentative;
int tentative = 4;
int tentative_value(void) { return tentative; }
// run: tentative_value() == 4
extern int later;
int uses_later(void) { return later; }
int later = 8;
// run: uses_later() == 8
