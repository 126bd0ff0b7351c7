// test: heap
// Blocks that nobody can free any more when the function returns.
#include <stdlib.h>
#include <string.h>
struct person { char *name; int age; };

int check_bug(int n)
{
    int *p = malloc(sizeof *p), r;
    *p = n;
    if (*p > 100) return -1;
    r = *p;
    free(p);
    return r;
}
int check_fine(int n)
{
    int *p = malloc(sizeof *p), r;
    *p = n;
    if (*p > 100) { free(p); return -1; }
    r = *p;
    free(p);
    return r;
}
// heap: check_bug memory-leak
// heap: check_fine none

struct person *person_bug(const char *name, int age)
{
    struct person *p = malloc(sizeof *p);
    if (!p) return NULL;
    p->name = strdup(name);
    if (!p->name) return NULL;
    p->age = age;
    return p;
}
struct person *person_fine(const char *name, int age)
{
    struct person *p = malloc(sizeof *p);
    if (!p) return NULL;
    p->name = strdup(name);
    if (!p->name) { free(p); return NULL; }
    p->age = age;
    return p;
}
// heap: person_bug memory-leak may-fail
// heap: person_fine none may-fail

int table_bug(int n)
{
    int *a = malloc(2 * sizeof *a), i, s = 0;
    if (!a) return -1;
    a = realloc(a, 4 * sizeof *a);
    if (!a) return -2;
    for (i = 0; i < 4; i++) a[i] = n & i;
    for (i = 0; i < 4; i++) s += a[i];
    free(a);
    return s;
}
int table_fine(int n)
{
    int *a = malloc(2 * sizeof *a), *b, i, s = 0;
    if (!a) return -1;
    b = realloc(a, 4 * sizeof *a);
    if (!b) { free(a); return -2; }
    for (i = 0; i < 4; i++) b[i] = n & i;
    for (i = 0; i < 4; i++) s += b[i];
    free(b);
    return s;
}
// heap: table_bug memory-leak may-fail
// heap: table_fine none may-fail

int bury_bug(int age)
{
    struct person *p = malloc(sizeof *p);
    int old;
    p->name = strdup("x");
    p->age = age;
    old = p->age > 80 ? 2 : 1;
    free(p);
    return old;
}
int bury_fine(int age)
{
    struct person *p = malloc(sizeof *p);
    int old;
    p->name = strdup("x");
    p->age = age;
    old = p->age > 80 ? 2 : 1;
    free(p->name);
    free(p);
    return old;
}
// heap: bury_bug memory-leak
// heap: bury_fine none
