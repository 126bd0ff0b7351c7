// test: cli
// How far device memory goes where code counts on from a fixed address is not known: what lies beyond what it shows is not excluded.
// args: gen {file} --out {tmp}
// exit: 2
// stdout: up, criterion branch: complete
// stdout: both_ways, criterion branch: partial
// stdout: i < 0  true  unknown
// stdout: device memory beyond what the code shows of it: say how large it is in [region.NAME]
// stdout: kept, criterion branch: complete
// stdout: total, criterion branch: complete
// stdout: stepping, criterion branch: complete
// stdout: before, criterion branch: complete
// stdout: passed, criterion branch: complete
// stdout: m != n  true  infeasible
// no-stdout: , 2 infeasible
#define GPIO ((volatile unsigned char *)0x50000000u)
#define WORDS ((volatile unsigned *)0x60000000u)
int up(int i) { if (i < 0) return -1; if (GPIO[i] == 1) { if (i > 20) return 1; } return 0; }
int both_ways(int i) { if (GPIO[i] == 1) { if (i < 0) return 1; } return 0; }
int kept(unsigned n) { volatile unsigned *p = WORDS; if (p[n] == 3u) { if (n > 2) return 1; } return 0; }
static int sum(volatile unsigned *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += (int)(p[i] & 1u); return s; }
int total(void) { int s = sum((volatile unsigned *)0x70000000u, 3); if (s == 2) return 1; return 0; }
int stepping(void) { volatile unsigned *p = (volatile unsigned *)0x71000000u; p++; if (*p == 2) return 1; return 0; }
int before(void) { if (((volatile unsigned *)0x72000010u)[-1] == 2) return 1; return 0; }
typedef struct { volatile unsigned CR, SR; } uart_t;
#define UART1 ((uart_t *)0x40010000u)
static int busy(const uart_t *u) { return u->SR & 1u; }
int passed(unsigned n) { unsigned m = n; if (busy(UART1)) return 1; if (m != n) return 2; return 0; }
