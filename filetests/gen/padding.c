// test: gen
// What stands between the members of a structure that callers pass is theirs: it may be the same or not, and nobody goes wrong
// who compares it.
#include <string.h>
struct pair { int x; char c; };
struct tight { int x; int y; };
int differ(const struct pair *a, const struct pair *b)
{
    if (memcmp(a, b, sizeof *a) != 0) return 1;
    return 0;
}
// gen: differ branch unknown=2

int differ_whole(const struct tight *a, const struct tight *b)
{
    if (memcmp(a, b, sizeof *a) != 0) return 1;
    return 0;
}
// gen: differ_whole branch covered=2

int copied(const struct pair *a)
{
    struct pair b = *a;
    if (b.x == 3 && b.c == 'x') return 1;
    return 0;
}
// gen: copied branch covered=4

int local(int x)
{
    struct pair b;
    b.x = x;
    if (b.c == 'x') return 1;
    return 0;
}
// gen: local branch infeasible=2 findings=1
