// test: cli
// Designators of members of an anonymous structure in a union, out of order.
// args: run {file}
// exit: 0
// stdout: 7 8
#include <stdio.h>
union U { struct { unsigned char a, b; }; unsigned char raw[4]; };
union U u = { .b = 8, .a = 7 };
int main(void) { printf("%d %d\n", u.a, u.b); return 0; }
