/* Tests of  int st(struct two *t)
 * in ../filetests/gen/two-names.c, criterion branch.
 *
 * Compile: cc -o test_st test_st.c
 * Run:     without arguments for all tests, or with the names of some: t1 t2.
 *
 * These do not return, and run only when named:
 *   t6  null pointer at line 34
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
 *   line 34: t->a is false (b1-)
 * path: b1- */
static void test_t1_t_a_is_false(void)
{
    struct two t = {.a = NULL, .b = NULL};
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

    int result = st(&t);
    CHECK_INT(result, 9);
    CHECK_POINTER(t.a, NULL);
    CHECK_POINTER(t.b, NULL);
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
 *   line 34: t->a is true (b1+)
 *   line 34: t->b is false (b2-)
 * path: b1+ b2- */
static void test_t2_t_a_is_true(void)
{
    struct node n1 = {.v = 0, .next = NULL};
    struct two t = {.a = &n1, .b = NULL};
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

    int result = st(&t);
    CHECK_INT(result, 9);
    CHECK_POINTER(t.a, &n1);
    CHECK_POINTER(t.b, NULL);
    CHECK_INT(n1.v, 0);
    CHECK_POINTER(n1.next, NULL);
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

/* t3 is there for
 *   line 34: t->b is true (b2+)
 *   line 34: t->a->v == 2 is false (b3-)
 *   line 34: t->a->v == 2 is false (b5-)
 * path: b1+ b2+ b3- b5- */
static void test_t3_t_b_is_true(void)
{
    struct node n1 = {.v = 0, .next = NULL};
    struct node n2 = {.v = 0, .next = NULL};
    struct two t = {.a = &n1, .b = &n2};
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

    int result = st(&t);
    CHECK_INT(result, 0);
    CHECK_POINTER(t.a, &n1);
    CHECK_POINTER(t.b, &n2);
    CHECK_INT(n1.v, 1);
    CHECK_POINTER(n1.next, NULL);
    CHECK_INT(n2.v, 2);
    CHECK_POINTER(n2.next, NULL);
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

/* t4 is there for
 *   line 34: t->a->v == 2 is true (b3+)
 *   line 34: t->a->next == t->b is false (b4-)
 *   line 34: t->a->v == 2 is true (b5+)
 * path: b1+ b2+ b3+ b4- b5+ */
static void test_t4_t_a_v_eq_2_is_true(void)
{
    struct node n1 = {.v = 0, .next = NULL};
    struct two t = {.a = &n1, .b = &n1};
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

    int result = st(&t);
    CHECK_INT(result, 2);
    CHECK_POINTER(t.a, &n1);
    CHECK_POINTER(t.b, &n1);
    CHECK_INT(n1.v, 2);
    CHECK_POINTER(n1.next, NULL);
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

/* t5 is there for
 *   line 34: t->a->next == t->b is true (b4+)
 * path: b1+ b2+ b3+ b4+ */
static void test_t5_t_a_next_eq_t_b_is_true(void)
{
    struct node n1 = {.v = 0, .next = &n1};
    struct two t = {.a = &n1, .b = &n1};
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

    int result = st(&t);
    CHECK_INT(result, 1);
    CHECK_POINTER(t.a, &n1);
    CHECK_POINTER(t.b, &n1);
    CHECK_INT(n1.v, 2);
    CHECK_POINTER(n1.next, &n1);
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

/* t6: null pointer at line 34 */
static void test_t6_null_pointer_at_line_34(void)
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

    (void)st(NULL);
}

struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
    {"t1", test_t1_t_a_is_false, 1},
    {"t2", test_t2_t_a_is_true, 1},
    {"t3", test_t3_t_b_is_true, 1},
    {"t4", test_t4_t_a_v_eq_2_is_true, 1},
    {"t5", test_t5_t_a_next_eq_t_b_is_true, 1},
    {"t6", test_t6_null_pointer_at_line_34, 0},
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
