// test: cli
// A byte that is read as `_Bool` is 0 or 1 in tests that return; in a union another member may have any value.
// args: gen {file} -f loaded --emit none
// exit: 2
// stdout: 2 covered
// stdout: invalid-bool: a byte that is neither 0 nor 1 is read as a truth value in `to->on`
// args: gen {file} -f shared --emit none
// exit: 2
// stdout: 2 covered, 2 infeasible
// stdout: because `it->byte > 1` is true
// args: gen {file} -f plain --emit none
// exit: 0
// stdout: 4 covered
#include <stdbool.h>
#include <string.h>

struct flags { bool on; int level; };
union either { bool truth; unsigned char byte; };

int loaded(struct flags *to, const char *from)
{
    memcpy(to, from, sizeof *to);
    if (to->on)
        return to->level;
    return -1;
}

int shared(union either *it)
{
    if (it->byte > 1) {
        if (it->truth)
            return 1;
        return 2;
    }
    return 3;
}

int plain(struct flags *it) { return it->on && it->level == 4; }
