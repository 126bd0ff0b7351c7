// test: cli
// What stands in for a function of elsewhere may do all that the function could: write as far as there is room, write exported
// variables, return what it was given, return long strings. It writes neither constants nor what lies behind an object.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: second, criterion branch: complete
// stdout: polled, criterion branch: complete
// stdout: same, criterion branch: complete
// stdout: long_name, criterion branch: complete
// stdout: literal, criterion branch: complete
// stdout: end, criterion branch: complete
// stdout: opaque, criterion branch: complete
// stdout: device, criterion branch: complete
// stdout: counted, criterion branch: complete
// stdout: table, criterion branch: complete
// no-stdout: infeasible, by
// no-stdout: unknown
// args: gen {file} -f polled --criterion path --out {tmp}
// stdout: 2   feasible
// stdout: complete
#include <string.h>
void fill(int *a, int n);
int second(void) { int a[2] = {0, 0}; fill(a, 2); if (a[1] == 5) return 1; return 0; }
int ready;
void poll_device(void);
int polled(void) { ready = 0; poll_device(); if (ready) return 1; return 0; }
char *format(const unsigned *a, char *b, int n);
int same(unsigned a, char *buf, int n)
{
    char *p = buf + 7;
    if (n < 8)
        return 0;
    memcpy(buf, "::FFFF:", 8);
    if (format(&a, p, n - 7) != p)
        return 0;
    return 1;
}
const char *name(int id);
int long_name(int id) { const char *s = name(id); if (s && strlen(s) > 10) return 1; return 0; }
void log_msg(char *msg, int line);
int literal(int n) { if (n < 0) { log_msg("negative", 3); return -1; } return n; }
int end(int n) { int a[2] = {n, n}; fill(a + 2, 0); if (a[1] == 5) return 1; return 0; }
struct handle;
int ask(struct handle *h, int *n);
int opaque(struct handle *h) { int n = 0; if (ask(h, &n) && n > 3) return 1; return 0; }
void receive(volatile unsigned char *b, unsigned long n);
int device(unsigned char *p) { receive(p, 1); if (p[0] == 3) return 1; return 0; }
unsigned next(unsigned x);
int counted(void)
{
    int n = 0;
    for (int i = 0; i < 8; i++)
        if (next(i) == 7)
            n++;
    if (n == 1)
        return 1;
    return 0;
}
int far_away(int);
static int (*const functions[])(int) = { far_away };
int table(int i) { if (functions[0](i) > 3) return 1; return 0; }
