/* Tests of  int read_port(int a0)
 * in ../../../filetests/cli/stub-own.c, criterion branch.
 *
 * Compile: cc -Wl,--defsym=read_port=read_port_stub -o test_read_port test_read_port.c
 * Run:     without arguments for all tests, or with the names of some: t1 t2.
 */
#pragma weak read_port
#include "../../../filetests/cli/stub-own.c"

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

/* These stand in for functions of the file: they are weak there, and the linker takes what --defsym
 * names. */
#define read_port read_port_stub
/* read_port_result has no body here: each test says what it returns. */
static int read_port_result_returns[1];
static int read_port_result_calls;
int read_port_result(void)
{
    return read_port_result_returns[read_port_result_calls < 0 ? read_port_result_calls++ : 0];
}

/* read_port has no body here: what it sets and returns, each test says. */
int read_port(int a0)
{
    (void)a0;
    return read_port_result();
}
#undef read_port

/* t1 */
static void test_t1_returns_0(void)
{
    port = 0;
    read_port_result_calls = 0;
    read_port_result_returns[0] = 0;
    int a0 = 0;

    int result = read_port(a0);
    CHECK_INT(result, 0);
    CHECK_INT(port, 0);
}

struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
    {"t1", test_t1_returns_0, 1},
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
