/* Tests of  int product(int *a, unsigned int i)
 * in ../filetests/gen/any-length.c, criterion path.
 *
 * Compile: cc -o test_product test_product.c
 * Run:     without arguments for all tests, or with the names of some: t1 t2.
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
#undef CHECK_INTS
#define CHECK_INTS(got, want, n) \
    do { \
        unsigned probant_i; \
        for (probant_i = 0; probant_i < (n); probant_i++) \
            probant_check_int(__LINE__, #got, (long)probant_i, (long long)(got)[probant_i], \
                              (long long)(want)[probant_i]); \
    } while (0)


/* t1 is there for
 *   line 14: a[i] == 2 is true (b1+)
 *   line 14: i > 0 is false (b2-)
 * path: b1+ b2- */
static void test_t1_a_i_eq_2_is_true(void)
{
    int a = 0;
    unsigned int i = 0;

    int result = product(&a, i);
    CHECK_INT(result, 0);
    CHECK_INT(a, 2);
}

/* t2 is there for
 *   line 14: a[i] == 2 is false (b1-)
 * path: b1- */
static void test_t2_a_i_eq_2_is_false(void)
{
    int a[16] = {0};
    unsigned int i = 1;

    int result = product(a, i);
    CHECK_INT(result, 0);
    static const int a_after[16] = {0, 1, 0, 2};
    CHECK_INTS(a, a_after, 16);
}

struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
    {"t1", test_t1_a_i_eq_2_is_true, 1},
    {"t2", test_t2_a_i_eq_2_is_false, 1},
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
