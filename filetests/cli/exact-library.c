// test: cli
// Functions of the C library that are C to the engines, and the library's own to compiled code.
// args: gen {file} --out {tmp} --criterion branch --budget 20s
// exit: 0
// stdout: same, criterion branch: complete
// stdout: decimal, criterion branch: complete
// stdout: found, criterion branch: complete
// stdout: sorted, criterion branch: complete
// no-stdout: not replayed
#include <stdlib.h>
#include <strings.h>
int same(const char *s) { if (!strcasecmp(s, "On")) return 1; return 0; }
int decimal(const char *s) { if (atoi(s) == 42) return 1; return 0; }
static int by_value(const void *a, const void *b) { return *(const signed char *)a - *(const signed char *)b; }
int found(signed char c) { static const signed char table[4] = {1, 5, 9, 12}; return bsearch(&c, table, 4, 1, by_value) ? 1 : 0; }
int sorted(signed char a, signed char b) { signed char t[2]; t[0] = a; t[1] = b; qsort(t, 2, 1, by_value); if (t[0] == 3 && t[1] == 4 && a == 4) return 1; return 0; }
