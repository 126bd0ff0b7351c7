// test: run
// A byte that is neither 0 nor 1 is no `_Bool`.
#include <stdbool.h>
#include <string.h>

struct flags { bool on; char level; };
union either { bool truth; unsigned char byte; };

int copied(int byte)
{
    char from[sizeof(struct flags)] = {byte, 3};
    struct flags to;
    memcpy(&to, from, sizeof to);
    return to.on ? to.level : 0;
}
// run: copied(1) == 3
// run: copied(0) == 0
// run: copied(2) traps invalid-bool

int shared(int byte)
{
    union either it;
    it.byte = byte;
    return it.byte > 1 ? it.truth : -1;
}
// run: shared(1) == -1
// run: shared(255) traps invalid-bool

/* Whatever is assigned becomes 0 or 1. */
int assigned(int value)
{
    struct flags it = {0, 0};
    bool *on = &it.on;
    *on = value;
    return it.on + *on;
}
// run: assigned(256) == 2
