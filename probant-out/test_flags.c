/* Tests of  int flags(_Bool *a, int i)
 * in ../filetests/gen/any-length.c, criterion path.
 *
 * Compile: cc -o test_flags test_flags.c
 * Run:     without arguments for all tests, or with the names of some: t1 t2.
 *
 * These do not return, and run only when named:
 *   t1  out of bounds at line 10
 */
#include "../filetests/gen/any-length.c"

#include <limits.h>
#include <stdio.h>

#ifndef NULL
#define NULL ((void *)0)
#endif

static const char *probant_test;
static int probant_failures;

static void probant_check_int(int line, const char *what, long index, long long got, long long want)
{
    if (got == want)
        return;
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: %s", __FILE__, line, probant_test, what);
    if (index >= 0)
        fprintf(stderr, "[%ld]", index);
    fprintf(stderr, " is %lld, expected %lld\n", got, want);
}
#undef CHECK_INT
#define CHECK_INT(got, want) \
    probant_check_int(__LINE__, #got, -1, (long long)(got), (long long)(want))


/* t1: out of bounds at line 10 */
static void test_t1_out_of_bounds_at_line_10(void)
{
    static _Bool a_room[1];
    _Bool *volatile a = a_room + 1; /* no elements */
    int i = 1;

    (void)flags(a, i);
}

/* t2 is there for
 *   line 10: a[i] > 1 is false (b1-)
 * path: b1- */
static void test_t2_a_i_gt_1_is_false(void)
{
    _Bool a = 0;
    int i = 0;

    int result = flags(&a, i);
    CHECK_INT(result, 0);
    CHECK_INT(a, 0);
}

struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
    {"t1", test_t1_out_of_bounds_at_line_10, 0},
    {"t2", test_t2_a_i_gt_1_is_false, 1},
    {NULL, NULL, 0}
};

static int probant_run(const struct probant_entry *entry)
{
    int before = probant_failures;
    probant_test = entry->name;
    entry->run();
    return probant_failures != before;
}

static int probant_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int main(int argc, char **argv)
{
    const struct probant_entry *entry;
    int arg, run = 0, failed = 0;
    for (entry = probant_table; entry->name; entry++) {
        int wanted = argc < 2 && entry->by_default;
        for (arg = 1; arg < argc; arg++)
            wanted |= probant_same(argv[arg], entry->name);
        if (wanted) {
            run++;
            failed += probant_run(entry);
        }
    }
    printf("%d tests, %d failed\n", run, failed);
    return failed != 0;
}
