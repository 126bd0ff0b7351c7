/* Tests of  int td(int (*a)[2], int (*b)[2])
 * in ../filetests/gen/two-names.c, criterion branch.
 *
 * Compile: cc -o test_td test_td.c
 * Run:     without arguments for all tests, or with the names of some: t1 t2.
 */
#include "../filetests/gen/two-names.c"

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

static void probant_check_pointer(int line, const char *what, const char *expected,
                                  const void *got, const void *want)
{
    if (got == want)
        return;
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: %s is %p, expected %s (%p)\n", __FILE__, line, probant_test, what,
            got, expected, want);
}
#undef CHECK_POINTER
#define CHECK_POINTER(got, want) \
    probant_check_pointer(__LINE__, #got, #want, (const void *)(got), (const void *)(want))


/* t1 is there for
 *   line 23: a[1][0] == 2 is false (b1-)
 * path: b1- */
static void test_t1_a_1_0_eq_2_is_false(void)
{
    int a[2][2] = {{0, 0}, {0, 0}};
    int b[2] = {0, 0};
    g = 0;
    gp = NULL;
    head = NULL;
    mat[0][0] = 0;
    mat[0][1] = 0;
    mat[1][0] = 0;
    mat[1][1] = 0;
    gs.x = 0;
    gs.y = 0;
    tabp[0] = NULL;
    tabp[1] = NULL;

    int result = td(a, &b);
    CHECK_INT(result, 0);
    static const int a_0_after[2] = {0, 0};
    CHECK_INTS(a[0], a_0_after, 2);
    static const int a_1_after[2] = {1, 0};
    CHECK_INTS(a[1], a_1_after, 2);
    static const int b_after[2] = {2, 0};
    CHECK_INTS(b, b_after, 2);
    CHECK_INT(g, 0);
    CHECK_POINTER(gp, NULL);
    CHECK_POINTER(head, NULL);
    static const int mat_0_after[2] = {0, 0};
    CHECK_INTS(mat[0], mat_0_after, 2);
    static const int mat_1_after[2] = {0, 0};
    CHECK_INTS(mat[1], mat_1_after, 2);
    CHECK_INT(gs.x, 0);
    CHECK_INT(gs.y, 0);
    CHECK_POINTER(tabp[0], NULL);
    CHECK_POINTER(tabp[1], NULL);
}

/* t2 is there for
 *   line 23: a[1][0] == 2 is true (b1+)
 * path: b1+ */
static void test_t2_a_1_0_eq_2_is_true(void)
{
    g = 0;
    gp = NULL;
    head = NULL;
    mat[0][0] = 0;
    mat[0][1] = 0;
    mat[1][0] = 0;
    mat[1][1] = 0;
    gs.x = 0;
    gs.y = 0;
    tabp[0] = NULL;
    tabp[1] = NULL;

    int result = td(mat, mat + 1);
    CHECK_INT(result, 1);
    CHECK_INT(g, 0);
    CHECK_POINTER(gp, NULL);
    CHECK_POINTER(head, NULL);
    static const int mat_0_after[2] = {0, 0};
    CHECK_INTS(mat[0], mat_0_after, 2);
    static const int mat_1_after[2] = {2, 0};
    CHECK_INTS(mat[1], mat_1_after, 2);
    CHECK_INT(gs.x, 0);
    CHECK_INT(gs.y, 0);
    CHECK_POINTER(tabp[0], NULL);
    CHECK_POINTER(tabp[1], NULL);
}

struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
    {"t1", test_t1_a_1_0_eq_2_is_false, 1},
    {"t2", test_t2_a_1_0_eq_2_is_true, 1},
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
