/* Tests of  int get(struct v *v)
 * in ../../../tmp/heapw/u.c, criterion branch.
 *
 * Compile: cc -o test_get test_get.c
 * Run:     without arguments for all tests, or with the names of some: t1 t2.
 *
 * These do not return, and run only when named:
 *   t8  null pointer at line 6
 *   t9  uninitialised at line 7
 */
#include "../../../tmp/heapw/u.c"

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
 *   line 6: v->tag == 0 is true (b1+)
 *   line 6: v->u.p is false (b2-)
 * path: b1+ b2- */
static void test_t1_v_tag_eq_0_is_true(void)
{
    struct v v = {.tag = 0, .u = {.p = NULL}};

    int result = get(&v);
    CHECK_INT(result, 2);
    CHECK_INT(v.tag, 0);
    CHECK_POINTER(v.u.p, NULL);
}

/* t2 is there for
 *   line 6: v->tag == 0 is false (b1-)
 *   line 7: v->tag == 1 is true (b4+)
 *   line 7: v->u.q is false (b5-)
 * path: b1- b4+ b5- */
static void test_t2_v_tag_eq_0_is_false(void)
{
    struct v v = {.tag = 1, .u = {.p = NULL}};

    int result = get(&v);
    CHECK_INT(result, 4);
    CHECK_INT(v.tag, 1);
    CHECK_POINTER(v.u.p, NULL);
}

/* t3 is there for
 *   line 7: v->tag == 1 is false (b4-)
 * path: b1- b4- */
static void test_t3_v_tag_eq_1_is_false(void)
{
    struct v v = {.tag = -1, .u = {.p = NULL}};

    int result = get(&v);
    CHECK_INT(result, 5);
    CHECK_INT(v.tag, -1);
    CHECK_POINTER(v.u.p, NULL);
}

/* t4 is there for
 *   line 6: v->u.p is true (b2+)
 *   line 6: v->u.p->x == 7 is false (b3-)
 * path: b1+ b2+ b3- */
static void test_t4_v_u_p_is_true(void)
{
    struct a n1 = {.x = 0, .next = NULL};
    struct v v = {.tag = 0, .u = {.p = &n1}};

    int result = get(&v);
    CHECK_INT(result, 2);
    CHECK_INT(v.tag, 0);
    CHECK_POINTER(v.u.p, &n1);
    CHECK_INT(n1.x, 0);
    CHECK_POINTER(n1.next, NULL);
}

/* t5 is there for
 *   line 6: v->u.p->x == 7 is true (b3+)
 * path: b1+ b2+ b3+ */
static void test_t5_v_u_p_x_eq_7_is_true(void)
{
    struct a n1 = {.x = 7, .next = NULL};
    struct v v = {.tag = 0, .u = {.p = &n1}};

    int result = get(&v);
    CHECK_INT(result, 1);
    CHECK_INT(v.tag, 0);
    CHECK_POINTER(v.u.p, &n1);
    CHECK_INT(n1.x, 7);
    CHECK_POINTER(n1.next, NULL);
}

/* t6 is there for
 *   line 7: v->u.q is true (b5+)
 *   line 7: v->u.q->z == 9 is false (b6-)
 * path: b1- b4+ b5+ b6- */
static void test_t6_v_u_q_is_true(void)
{
    struct b n1 = {.y = 0, .z = 0};
    struct v v = {.tag = 1, .u = {.p = (struct a *)(&n1)}};

    int result = get(&v);
    CHECK_INT(result, 4);
    CHECK_INT(v.tag, 1);
    CHECK_POINTER(v.u.p, (struct a *)(&n1));
    CHECK_INT(n1.y, 0);
    CHECK_INT(n1.z, 0);
}

/* t7 is there for
 *   line 7: v->u.q->z == 9 is true (b6+)
 * path: b1- b4+ b5+ b6+ */
static void test_t7_v_u_q_z_eq_9_is_true(void)
{
    struct b n1 = {.y = 0, .z = 9};
    struct v v = {.tag = 1, .u = {.p = (struct a *)(&n1)}};

    int result = get(&v);
    CHECK_INT(result, 3);
    CHECK_INT(v.tag, 1);
    CHECK_POINTER(v.u.p, (struct a *)(&n1));
    CHECK_INT(n1.y, 0);
    CHECK_INT(n1.z, 9);
}

/* t8: null pointer at line 6 */
static void test_t8_null_pointer_at_line_6(void)
{
    (void)get(NULL);
}

/* t9: uninitialised at line 7
 * path: b1- b4+ b5+ */
static void test_t9_uninitialised_at_line_7(void)
{
    struct a n1 = {.x = 0, .next = NULL};
    struct v v = {.tag = 1, .u = {.p = &n1}};

    (void)get(&v);
}

struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
    {"t1", test_t1_v_tag_eq_0_is_true, 1},
    {"t2", test_t2_v_tag_eq_0_is_false, 1},
    {"t3", test_t3_v_tag_eq_1_is_false, 1},
    {"t4", test_t4_v_u_p_is_true, 1},
    {"t5", test_t5_v_u_p_x_eq_7_is_true, 1},
    {"t6", test_t6_v_u_q_is_true, 1},
    {"t7", test_t7_v_u_q_z_eq_9_is_true, 1},
    {"t8", test_t8_null_pointer_at_line_6, 0},
    {"t9", test_t9_uninitialised_at_line_7, 0},
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
