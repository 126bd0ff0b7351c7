// test: world
// Globals that are inputs, those that nothing changes, constants, and what is kept from call to call.
static int tab[4] = {1, 2, 3, 4};
static const char *names[] = {"red", "green"};
static const int most = 3;
static int level = 2;
int shown = 1;
int f(unsigned i)
{
    if (i >= most || level < 1 || shown) return -1;
    if (tab[i] == 7 || names[i & 1][0] == 'x') return 1;
    return 0;
}
void set(int n) { level = n; }
int count(void) { static int n; if (++n > 3) return 1; return 0; }
// expect:
// f
//   i: unsigned int
//     plain: any value
//   globals
//     tab: its first value, which nothing here changes
//     names: its first value, which nothing here changes
//     most: a constant
//     level: any value
//     shown: any value
// set
//   n: int
//     plain: any value
//   globals
//     level: any value
// count
//   globals
//     count.n: its first value; beyond first-call: any value
//   taken for granted in the plain world
//     first-call: static n of count has its initial value; yours by `--assume first-call`
