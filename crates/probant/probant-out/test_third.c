/* Tests of  int third(void)
 * in ../../../filetests/cli/link.c, criterion branch.
 *
 * Compile: cc -o test_third test_third.c ../../../filetests/cli/link-other.c
 * Run:     without arguments for all tests, or with the names of some: t1 t2.
 */
#include "../../../filetests/cli/link.c"

/* What the linked files declare. */
#include <stdc-predef.h>
typedef struct box box;
struct box { unsigned char width, depth; };
int clamp(int x);
int ratio_of(int a, int b);
int next(void);
void hold(int x);
int level(void);
int volume(const box *b);
int counted(void);

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


/* t1 is there for
 *   line 64: next() == 3 is false (b1-)
 * path: b1- */
static void test_t1_next_eq_3_is_false(void)
{
    int result = third();
    CHECK_INT(result, 0);
}

/* t2 is there for
 *   line 64: next() == 3 is true (b1+)
 * path: b1- b1- b1+ */
static void test_t2_next_eq_3_is_true(void)
{
    CHECK_INT(third(), 0);
    CHECK_INT(third(), 0);
    int result = third();
    CHECK_INT(result, 1);
}

struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
    {"t1", test_t1_next_eq_3_is_false, 1},
    {"t2", test_t2_next_eq_3_is_true, 1},
    {NULL, NULL, 0}
};

#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* The code under test keeps state between calls, so each test runs in a process of its own. */
static int probant_run(const struct probant_entry *entry)
{
    int status = 1, wanted = entry->by_default > 1 ? entry->by_default - 2 : 0;
    pid_t child;
    probant_test = entry->name;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        entry->run();
        if (entry->by_default > 1) {
            fprintf(stderr, "%s: %s: returned, expected exit(%d)\n", __FILE__, entry->name, wanted);
            (exit)(wanted == 0);
        }
        /* Not _exit: what measures coverage writes its counts now. */
        (exit)(probant_failures != 0);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status))
        fprintf(stderr, "%s: %s: did not run to its end\n", __FILE__, entry->name);
    return !WIFEXITED(status) || WEXITSTATUS(status) != wanted;
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
