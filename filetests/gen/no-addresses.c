// test: gen
// Integers that are no addresses stay integers, whatever pointers look like elsewhere; numbers that hold an address are not foretold.
#include <string.h>
int stored(void **p, long v) { memcpy(p, &v, sizeof v); if (v == 0x100000000) return 1; if (v == 0x300000000) return 2; if (v == 0x200000001) return 3; return 0; }
struct block { struct block *before; unsigned long size; };
int split(struct block *b, unsigned long off) { struct block *n = (struct block *)((char *)b + off); n->before = b; if (off == 8) return 1; return 0; }
// gen: stored branch covered=6
// gen: split branch covered=2
