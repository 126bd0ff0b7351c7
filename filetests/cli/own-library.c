// test: cli
// A unit that defines functions of the C library, well or not: what runs its tests does not rely on them, and an allocation that
// fails fails inside its own `strdup`, which is not replaced.
// args: gen {file} --out {tmp}
// exit: 2
// stdout: strcmp, criterion branch: complete
// stdout: atol, criterion branch: complete
// stdout: memset, criterion branch: complete
// stdout: strdup, criterion branch: complete
// stdout: 2 replayed, 1 do not return
// no-stdout: unknown
// no-stdout: interpreted
#include <stddef.h>
int strcmp(const char *l, const char *r)
{
    for (; *l == *r && *l; l++, r++)
        ;
    return *(unsigned char *)l - *(unsigned char *)r;
}
long atol(const char *s)
{
    long n = 0;
    if (*s == '-')
        return 1;
    for (;;)
        n++;
}
void *memset(void *p, int c, size_t n)
{
    unsigned char *s = p;
    if (!n)
        return p;
    for (;;)
        *s++ = c;
}
void *malloc(size_t);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
char *strdup(const char *s)
{
    size_t l = strlen(s);
    char *d = malloc(l + 1);
    if (!d)
        return NULL;
    return memcpy(d, s, l + 1);
}
