// test: run
// Addresses that are no multiple of what a type asks for.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bucket { uint64_t hash : 48, dib : 16; };
struct __attribute__((packed)) packed { char tag; int number; };
typedef struct { char tag; int number; } __attribute__((packed, aligned(2))) half;

int word(int at)
{
    unsigned char *room = calloc(32, 1);
    room[at] = 5;
    int found = *(int *)(room + at);
    free(room);
    return found;
}
// run: word(0) == 5
// run: word(8) == 5
// run: word(2) traps misaligned
// run: word(3) traps misaligned

int member(int size)
{
    char *room = calloc(4, 16);
    struct bucket *second = (struct bucket *)(room + size);
    int found = second->dib;
    free(room);
    return found;
}
// run: member(16) == 0
// run: member(12) traps misaligned

int stored(int at)
{
    char *room = malloc(32);
    *(double *)(room + at) = 1.0;
    free(room);
    return 1;
}
// run: stored(24) == 1
// run: stored(4) traps misaligned

/* What is not accessed is no mistake, nor is a copy of bytes. */
int unused(int at)
{
    char room[32] = {0};
    int *word = (int *)(room + at), copy;
    memcpy(&copy, room + at, sizeof copy);
    return copy + ((char *)word - room);
}
// run: unused(3) == 3

/* A packed structure asks for nothing, and one of its members for no more than that. */
int packed(int plain)
{
    struct packed it = {1, 42};
    struct packed *where = &it;
    int *number = &it.number;
    return plain ? where->number : *number;
}
// run: packed(1) == 42
// run: packed(0) traps misaligned

int halves(int at)
{
    char *room = calloc(32, 1);
    int found = ((half *)(room + at))->number;
    free(room);
    return found;
}
// run: halves(2) == 0
// run: halves(1) traps misaligned

/* A type that asks for less than its like. */
typedef unsigned anywhere __attribute__((aligned(1)));
typedef int64_t wide;

int loosened(int at)
{
    unsigned char *room = calloc(32, 1);
    room[at] = 9;
    int found = *(anywhere *)(room + at);
    free(room);
    return found;
}
// run: loosened(3) == 9

int once_more(int at)
{
    void *room = calloc(32, 1);
    uint64_t *first = (uint64_t *)((char *)room + at);
    wide *second = (wide *)first;
    int found = *second;
    free(room);
    return found;
}
// run: once_more(8) == 0
// run: once_more(7) traps misaligned
