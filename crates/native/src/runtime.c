/* The replay runtime: runs each test in a process of its own and keeps, in a file mapped by
 * parent and children alike, what the probes and assertions saw. The mapping is shared, so what
 * was written before a crash survives it.
 *
 * Arguments: FILE TESTS CAPACITY MILLISECONDS MEGABYTES ERRORS
 *   FILE          the file to map
 *   CAPACITY      words of events kept per test
 *   MILLISECONDS  time per test; tests that are not expected to return share it
 *   MEGABYTES     address space per test beyond the mapping, 0 for no limit
 *   ERRORS        a prefix: the standard error of test i goes to ERRORSi; "-" drops it
 *
 * Record of a test: HEADER words, TEXT bytes of assertion messages, CAPACITY words of events.
 * Keep in step with replay.rs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { HEADER = 8, TEXT = 2048 };
enum { WAY, NUMBER, WORDS, OVERFLOW, TEXT_LENGTH };
enum { NOT_RUN, RETURNED, SIGNALLED, TIMED_OUT, EXITED };

typedef unsigned int word;

extern void (*const __probant_tests[])(void);
extern const char __probant_returns[];

static volatile word *record;
static word capacity;
static size_t size;

static void append(word event)
{
    if (record[WORDS] < capacity)
        record[HEADER + TEXT / 4 + record[WORDS]++] = event;
    else
        record[OVERFLOW] = 1;
}

int __probant_c(unsigned id, int outcome)
{
    append(id << 2 | (outcome ? 1u : 0u));
    return outcome;
}

void __probant_s(unsigned id, unsigned long long value)
{
    /* All three words or none. */
    if (record[WORDS] + 3 > capacity) {
        record[OVERFLOW] = 1;
        return;
    }
    append(id << 2 | 2u);
    append((word)value);
    append((word)(value >> 32));
}

static void complain(const char *what, long index, const char *got, const char *want)
{
    char *text = (char *)(record + HEADER);
    word used = record[TEXT_LENGTH];
    char place[32] = "";
    int n;
    if (index >= 0)
        snprintf(place, sizeof place, "[%ld]", index);
    n = snprintf(text + used, TEXT - used, "%s%s is %s, expected %s\n", what, place, got, want);
    if (n > 0)
        used = used + (word)n < TEXT ? used + (word)n : TEXT - 1;
    record[TEXT_LENGTH] = used;
}

void __probant_check_int(const char *what, long index, long long got, long long want)
{
    char g[32], w[32];
    if (got == want)
        return;
    snprintf(g, sizeof g, "%lld", got);
    snprintf(w, sizeof w, "%lld", want);
    complain(what, index, g, w);
}

void __probant_check_uint(const char *what, long index, unsigned long long got,
                          unsigned long long want)
{
    char g[32], w[32];
    if (got == want)
        return;
    snprintf(g, sizeof g, "%llu", got);
    snprintf(w, sizeof w, "%llu", want);
    complain(what, index, g, w);
}

void __probant_check_float(const char *what, long index, double got, double want)
{
    char g[64], w[64];
    if (got != got && want != want)
        return;
    if (got == want && (got != 0 || 1 / got == 1 / want))
        return;
    snprintf(g, sizeof g, "%a", got);
    snprintf(w, sizeof w, "%a", want);
    complain(what, index, g, w);
}

void __probant_check_pointer(const char *what, const void *got, const void *want)
{
    char g[32], w[32];
    if (got == want)
        return;
    snprintf(g, sizeof g, "%p", got);
    snprintf(w, sizeof w, "%p", want);
    complain(what, -1, g, w);
}

void __probant_check_true(const char *what, int truth)
{
    if (!truth)
        complain(what, -1, "false", "true");
}

/* A function that never returns was called. */
void __probant_leave(void)
{
    exit(0);
}

/* Marks of allocations to come; 'x' lets one fail. */
const char *__probant_failing = "";

static int fails(void)
{
    int failing = *__probant_failing == 'x';
    if (*__probant_failing)
        __probant_failing++;
    if (failing)
        errno = ENOMEM;
    return failing;
}

void *__probant_malloc(size_t bytes)
{
    return fails() ? NULL : malloc(bytes);
}

void *__probant_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : calloc(count, bytes);
}

void *__probant_realloc(void *old, size_t bytes)
{
    return fails() && !(old && bytes == 0) ? NULL : realloc(old, bytes);
}

void *__probant_reallocarray(void *old, size_t count, size_t bytes)
{
    return fails() && !(old && count * bytes == 0) ? NULL : reallocarray(old, count, bytes);
}

char *__probant_strdup(const char *text)
{
    return fails() ? NULL : strdup(text);
}

char *__probant_strndup(const char *text, size_t most)
{
    return fails() ? NULL : strndup(text, most);
}

extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

/* What calls left on the stack must not hold what they lost. */
static __attribute__((noinline)) void wipe(void)
{
    volatile char junk[1 << 14];
    size_t i;
    for (i = 0; i < sizeof junk; i++)
        junk[i] = 0;
}

/* The last words of a test, while its variables still hold what they hold. */
void __probant_end(void)
{
    if (__lsan_do_recoverable_leak_check) {
        wipe();
        __lsan_do_recoverable_leak_check();
    }
}

static void limit(int what, rlim_t amount)
{
    struct rlimit r;
    r.rlim_cur = amount;
    r.rlim_max = amount;
    setrlimit(what, &r);
}

static void redirect(int fd, const char *path, int flags)
{
    int file = open(path, flags, 0600);
    if (file >= 0)
        dup2(file, fd);
}

static void set_limits(long milliseconds, long megabytes)
{
    struct itimerval timer;
    memset(&timer, 0, sizeof timer);
    timer.it_value.tv_sec = milliseconds / 1000;
    timer.it_value.tv_usec = milliseconds % 1000 * 1000;
    signal(SIGALRM, SIG_DFL);
    setitimer(ITIMER_REAL, &timer, NULL);
    limit(RLIMIT_CORE, 0);
    /* Only for code that gets rid of the timer. */
    limit(RLIMIT_CPU, (rlim_t)(milliseconds / 1000 + 2));
    if (megabytes > 0)
        limit(RLIMIT_AS, ((rlim_t)megabytes << 20) + size);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

static long now(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return t.tv_sec * 1000 + t.tv_usec / 1000;
}

/* Undefined behaviour often ends as an endless loop, and a suite may have many of them: each gets half of what is left. */
static long patience(unsigned test, long milliseconds, long left)
{
    enum { LEAST = 50 };
    if (__probant_returns[test])
        return milliseconds;
    return left / 2 > LEAST ? left / 2 : LEAST;
}

static void run_child(unsigned test, long milliseconds, char **argv)
{
    char errors[4096] = "/dev/null";
    if (strcmp(argv[6], "-") != 0)
        snprintf(errors, sizeof errors, "%s%u", argv[6], test);
    redirect(0, "/dev/null", O_RDONLY);
    redirect(1, "/dev/null", O_WRONLY);
    redirect(2, errors, O_WRONLY | O_CREAT | O_TRUNC);
    set_limits(milliseconds, atol(argv[5]));
    __probant_tests[test]();
    record[WAY] = RETURNED;
    _exit(0);
}

static void note_end(int status)
{
    if (record[WAY] == RETURNED)
        return;
    if (WIFSIGNALED(status)) {
        int is_timer = WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU;
        record[WAY] = is_timer ? TIMED_OUT : SIGNALLED;
        record[NUMBER] = (word)WTERMSIG(status);
    } else {
        record[WAY] = EXITED;
        record[NUMBER] = (word)WEXITSTATUS(status);
    }
}

int main(int argc, char **argv)
{
    unsigned test, tests;
    size_t stride;
    volatile word *map;
    int file, status;
    long milliseconds, left;
    if (argc != 7)
        return 2;
    tests = (unsigned)atol(argv[2]);
    capacity = (word)atol(argv[3]);
    stride = HEADER + TEXT / 4 + capacity;
    size = stride * sizeof(word) * tests;
    file = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, (off_t)size) != 0) {
        perror(argv[1]);
        return 2;
    }
    map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    milliseconds = left = atol(argv[4]);
    for (test = 0; test < tests; test++) {
        pid_t child;
        long started = now();
        record = map + stride * test;
        child = fork();
        if (child == 0)
            run_child(test, patience(test, milliseconds, left), argv);
        if (child < 0 || waitpid(child, &status, 0) < 0) {
            perror("fork");
            return 2;
        }
        note_end(status);
        if (!__probant_returns[test])
            left -= now() - started;
    }
    return 0;
}
