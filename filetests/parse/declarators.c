// test: parse
// Declarators nest both ways round.
int a, *b, c[2], *d[3], (*e)[4], (*f)(int), *(*g[2])(char, ...), (*(*h)(void))[5];
const volatile unsigned long long int i;
typedef int t, *pt;
t j; pt k;
int m(t t) { return t; }
struct s { struct s *next; int bits : 3, : 2, more : 1; union { int x; char y; }; };
enum e { A, B = 3, C, };
int n[] = {1, [4] = 2, 3}, o[2][2] = {{1}, {2, 3}};
struct s p = {.bits = 1, .x = 2};
