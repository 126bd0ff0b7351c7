/* Tests of  int rows(int (*a)[3], int *p, int i, int j)
 * in ../filetests/gen/inside.c, criterion path.
 *
 * Compile: cc -o test_rows test_rows.c
 * Run:     without arguments for all tests, or with the names of some: t1 t2.
 */
#include "../filetests/gen/inside.c"

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
 *   line 22: i < 0 is false (b1-)
 *   line 22: i > 1 is false (b2-)
 *   line 22: j < 0 is false (b3-)
 *   line 22: j > 2 is false (b4-)
 *   line 22: *p == 2 is false (b5-)
 * path: b1- b2- b3- b4- b5- */
static void test_t1_i_lt_0_is_false(void)
{
    int a[3] = {0, 0, 0};
    int p = 0;
    g = 0;
    tab[0] = 0;
    tab[1] = 0;
    tab[2] = 0;
    tab[3] = 0;
    gs.x = 0;
    gs.y = 0;
    int i = 0;
    int j = 0;

    int result = rows(&a, &p, i, j);
    CHECK_INT(result, 0);
    static const int a_after[3] = {2, 0, 0};
    CHECK_INTS(a, a_after, 3);
    CHECK_INT(p, 1);
    CHECK_INT(g, 0);
    static const int tab_after[4] = {0, 0, 0, 0};
    CHECK_INTS(tab, tab_after, 4);
    CHECK_INT(gs.x, 0);
    CHECK_INT(gs.y, 0);
}

/* t2 is there for
 *   line 22: j > 2 is true (b4+)
 * path: b1- b2- b3- b4+ */
static void test_t2_j_gt_2_is_true(void)
{
    static int a_room[1][3];
    int (*volatile a)[3] = a_room + 1; /* no elements */
    static int p_room[1];
    int *volatile p = p_room + 1; /* no elements */
    g = 0;
    tab[0] = 0;
    tab[1] = 0;
    tab[2] = 0;
    tab[3] = 0;
    gs.x = 0;
    gs.y = 0;
    int i = 0;
    int j = 3;

    int result = rows(a, p, i, j);
    CHECK_INT(result, -1);
    CHECK_INT(g, 0);
    static const int tab_after[4] = {0, 0, 0, 0};
    CHECK_INTS(tab, tab_after, 4);
    CHECK_INT(gs.x, 0);
    CHECK_INT(gs.y, 0);
}

/* t3 is there for
 *   line 22: j < 0 is true (b3+)
 * path: b1- b2- b3+ */
static void test_t3_j_lt_0_is_true(void)
{
    static int a_room[1][3];
    int (*volatile a)[3] = a_room + 1; /* no elements */
    static int p_room[1];
    int *volatile p = p_room + 1; /* no elements */
    g = 0;
    tab[0] = 0;
    tab[1] = 0;
    tab[2] = 0;
    tab[3] = 0;
    gs.x = 0;
    gs.y = 0;
    int i = 0;
    int j = -1;

    int result = rows(a, p, i, j);
    CHECK_INT(result, -1);
    CHECK_INT(g, 0);
    static const int tab_after[4] = {0, 0, 0, 0};
    CHECK_INTS(tab, tab_after, 4);
    CHECK_INT(gs.x, 0);
    CHECK_INT(gs.y, 0);
}

/* t4 is there for
 *   line 22: i > 1 is true (b2+)
 * path: b1- b2+ */
static void test_t4_i_gt_1_is_true(void)
{
    static int a_room[1][3];
    int (*volatile a)[3] = a_room + 1; /* no elements */
    static int p_room[1];
    int *volatile p = p_room + 1; /* no elements */
    g = 0;
    tab[0] = 0;
    tab[1] = 0;
    tab[2] = 0;
    tab[3] = 0;
    gs.x = 0;
    gs.y = 0;
    int i = 2;
    int j = 0;

    int result = rows(a, p, i, j);
    CHECK_INT(result, -1);
    CHECK_INT(g, 0);
    static const int tab_after[4] = {0, 0, 0, 0};
    CHECK_INTS(tab, tab_after, 4);
    CHECK_INT(gs.x, 0);
    CHECK_INT(gs.y, 0);
}

/* t5 is there for
 *   line 22: i < 0 is true (b1+)
 * path: b1+ */
static void test_t5_i_lt_0_is_true(void)
{
    static int a_room[1][3];
    int (*volatile a)[3] = a_room + 1; /* no elements */
    static int p_room[1];
    int *volatile p = p_room + 1; /* no elements */
    g = 0;
    tab[0] = 0;
    tab[1] = 0;
    tab[2] = 0;
    tab[3] = 0;
    gs.x = 0;
    gs.y = 0;
    int i = -1;
    int j = 0;

    int result = rows(a, p, i, j);
    CHECK_INT(result, -1);
    CHECK_INT(g, 0);
    static const int tab_after[4] = {0, 0, 0, 0};
    CHECK_INTS(tab, tab_after, 4);
    CHECK_INT(gs.x, 0);
    CHECK_INT(gs.y, 0);
}

/* t6 is there for
 *   line 22: *p == 2 is true (b5+)
 * path: b1- b2- b3- b4- b5+ */
static void test_t6_times_p_eq_2_is_true(void)
{
    int a[3] = {0, 0, 0};
    g = 0;
    tab[0] = 0;
    tab[1] = 0;
    tab[2] = 0;
    tab[3] = 0;
    gs.x = 0;
    gs.y = 0;
    int i = 0;
    int j = 0;

    int result = rows(&a, a, i, j);
    CHECK_INT(result, 1);
    static const int a_after[3] = {2, 0, 0};
    CHECK_INTS(a, a_after, 3);
    CHECK_INT(g, 0);
    static const int tab_after[4] = {0, 0, 0, 0};
    CHECK_INTS(tab, tab_after, 4);
    CHECK_INT(gs.x, 0);
    CHECK_INT(gs.y, 0);
}

struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
    {"t1", test_t1_i_lt_0_is_false, 1},
    {"t2", test_t2_j_gt_2_is_true, 1},
    {"t3", test_t3_j_lt_0_is_true, 1},
    {"t4", test_t4_i_gt_1_is_true, 1},
    {"t5", test_t5_i_lt_0_is_true, 1},
    {"t6", test_t6_times_p_eq_2_is_true, 1},
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
