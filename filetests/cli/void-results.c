// test: cli
// What functions of other files return as `void *` is nothing, room of their own, or what they were given; where code frees
// memory it was allocated.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: makes, criterion branch: complete
// stdout: looks, criterion branch: complete
// stdout: names, criterion branch: complete
// stdout: gives, criterion branch: complete
// no-stdout: unknown
// no-stdout: infeasible, by
#include <stdlib.h>
struct pool { void *(*alloc)(unsigned long n); void (*release)(void *); };
int makes(const struct pool *pool, unsigned long n)
{
    if (!pool || !pool->alloc || !pool->release)
        return -2;
    int *p = pool->alloc(sizeof *p);
    if (!p)
        return -1;
    *p = n > 3;
    pool->release(p);
    return 0;
}
void *find(int key);
int looks(int key)
{
    const int *found = find(key);
    if (!found)
        return 0;
    return *found == 77 ? 2 : 1;
}
struct name { int length; char *text; };
struct name *name_of(int key);
int names(int key)
{
    struct name *name = name_of(key);
    if (!name)
        return -1;
    int length = name->length;
    free(name);
    return length > 5 ? 1 : 0;
}
void *same(void *given);
int gives(int *p) { if (same(p) == p) return 1; return 0; }
