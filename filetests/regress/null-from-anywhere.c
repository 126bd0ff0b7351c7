// test: gen
// A parameter that is compared with what is null for whatever reason may be null: zeroed memory, variables that begin with
// zero, numbers, results of calls.

#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
};

int set(void *key)
{
    struct node a;
    memset(&a, 0, sizeof a);
    if (a.next == key)
        return 1;
    return 0;
}

static struct node zero;

int begun(void *key)
{
    if (zero.next == key)
        return 1;
    return 0;
}

int shared(void *key)
{
    union {
        unsigned long number;
        void *pointer;
    } u;
    u.number = 0;
    if (u.pointer == key)
        return 1;
    return 0;
}

int converted(void *key)
{
    unsigned long number = 0;
    if ((void *)number == key)
        return 1;
    return 0;
}
// gen: set branch covered=2
// gen: begun branch covered=2
// gen: shared branch covered=2
// gen: converted branch covered=2
