// test: gen
// A copy of more than there is room for is refuted by the length alone: no input gets past it.
#include <string.h>
int ext(char **e);
int f(const char *s, unsigned long n)
{
    char buf[5120], *e;
    if (n == 0 || n >= sizeof buf) return 0;
    memcpy(buf, s, n);
    int v = ext(&e);
    if (e[0] != '\0') return 0;
    return v == 0;
}
// gen: f branch covered=4 unknown=2
