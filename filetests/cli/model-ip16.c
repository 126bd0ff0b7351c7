// test: cli
// args: gen {file} --target-model ip16 --out {tmp}
// exit: 0
// stderr: tests for ip16 are not replayed
// stdout: a * a == 0  false  infeasible
// stdout: a > 32767L  true  infeasible
// stdout: list, criterion branch: complete
// stdout: not replayed
#include <limits.h>
#include <stdint.h>

_Static_assert(sizeof(int) == 2 && INT_MAX == 32767, "an int has 16 bits");
_Static_assert(sizeof(int32_t) == 4 && sizeof(void *) == 2, "long is the type of 32 bits");

/* With 16 bits the product wraps: 256 * 256 is 0. */
int wraps(unsigned a) { return a == 256 && a * a == 0; }

/* An int is never this large. */
int never(int a)
{
    if (a > 32767L)
        return 1;
    return 0;
}

struct node {
    struct node *next;
    long value;
};

int list(const struct node *node)
{
    if (!node || !node->next)
        return 0;
    return node->next->value == 100000L ? sizeof *node : 1;
}

/* Two bytes of a pointer-sized number. */
int halves(uint16_t number)
{
    const uint8_t *bytes = (const uint8_t *)&number;
    return bytes[0] == 0x34 && bytes[1] == 0x12 ? number == 0x1234 : 2;
}
