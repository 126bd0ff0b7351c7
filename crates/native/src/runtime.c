/* The replay runtime: runs each test in a process of its own and keeps, in a file mapped by
 * parent and children alike, what the probes and assertions saw. The mapping is shared, so what
 * was written before a crash survives it.
 *
 * Arguments: FILE FIRST COUNT CAPACITY MILLISECONDS WHOLE MEGABYTES ERRORS FILTER
 *   FILE          the file to map
 *   FIRST, COUNT  which tests to run; the first has the first record
 *   CAPACITY      words of events kept per test
 *   MILLISECONDS  time per test; those of a group that are not expected to return share it
 *   WHOLE         milliseconds for all of them; what has not begun by then is not run
 *   MEGABYTES     address space per test beyond the mapping, 0 for no limit
 *   ERRORS        a prefix: the standard error of test i goes to ERRORSi; "-" drops it
 *   FILTER        a file with the system calls that tests may not make, as the kernel reads it; "-" for none
 *
 * The unit may define functions of the C library: what it tests is not what we rely on, so for plain things we have our own.
 *
 * Record of a test: HEADER words, TEXT bytes of assertion messages, CAPACITY words of events.
 * Keep in step with record.rs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#endif

enum { HEADER = 16, TEXT = 2048 };
enum { WAY, NUMBER, WORDS, OVERFLOW, TEXT_LENGTH, N_TRIED, TRIED };
enum { NOT_RUN, RETURNED, SIGNALLED, TIMED_OUT, EXITED };

typedef unsigned int word;

extern void (*const __probant_tests[])(void);
extern const char __probant_returns[];
extern const unsigned __probant_groups[];
/* What a build with counters of its own wants done at the end of each test. */
extern void (*const __probant_last)(void) __attribute__((weak));

static volatile word *record;
static word capacity;
static size_t size;

static int is_dash(const char *text)
{
    return text[0] == '-' && text[1] == 0;
}

static long number(const char *digits)
{
    long n = 0;
    while (*digits >= '0' && *digits <= '9')
        n = n * 10 + (*digits++ - '0');
    return n;
}

static void append(word event)
{
    /* Constructors, and functions of the unit that we or the C library call, are no part of a test. */
    if (!record)
        return;
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
    if (!record)
        return;
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

void __probant_check_extended(const char *what, long index, long double got, long double want)
{
    char g[64], w[64];
    if (got != got && want != want)
        return;
    if (got == want && (got != 0 || 1 / got == 1 / want))
        return;
    snprintf(g, sizeof g, "%La", got);
    snprintf(w, sizeof w, "%La", want);
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

/* What the unit prints between these two is kept in memory. */
static struct printed {
    FILE *real;
    char *text;
    size_t size;
} printed_output, printed_error;

void __probant_capture(void)
{
    printed_output.real = stdout;
    printed_error.real = stderr;
    stdout = open_memstream(&printed_output.text, &printed_output.size);
    stderr = open_memstream(&printed_error.text, &printed_error.size);
    errno = 0;
}

static void check_printed(const char *what, struct printed *printed, const char *want)
{
    size_t n = 0;
    while (n < printed->size && want[n] && printed->text[n] == want[n])
        n++;
    if (n != printed->size || want[n])
        complain(what, -1, printed->text, want);
}

void __probant_check_printed(const char *output, const char *error)
{
    fclose(stdout);
    fclose(stderr);
    stdout = printed_output.real;
    stderr = printed_error.real;
    check_printed("stdout", &printed_output, output);
    check_printed("stderr", &printed_error, error);
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

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define TELLS
#endif

#ifdef TELLS
static void note(int call)
{
    word i, n = record[N_TRIED];
    for (i = 0; i < n && i < HEADER - TRIED; i++)
        if (record[TRIED + i] == (word)call)
            return;
    if (n < HEADER - TRIED) {
        record[TRIED + n] = (word)call;
        record[N_TRIED] = n + 1;
    }
}

/* A call that the filter stopped: noted, and answered as if the system had refused it. */
static long refused(int call, long argument, long *emulated)
{
    *emulated = 0;
    switch (call) {
    case SYS_clone3:
        /* The caller asks again by clone, whose arguments can be looked at. */
        return -ENOSYS;
    case SYS_kill:
        if (argument == getpid()) {
            *emulated = 1;
            return 0;
        }
        break;
    }
    note(call);
    switch (call) {
    case SYS_mmap:
        return -ENOMEM;
#ifdef SYS_nanosleep
    case SYS_nanosleep:
#endif
    case SYS_clock_nanosleep:
        return 0;
    }
    return -EPERM;
}

static void on_refusal(int number, siginfo_t *info, void *context)
{
    ucontext_t *at = context;
    long emulated, first, second, result;
    (void)number;
#ifdef __x86_64__
    first = at->uc_mcontext.gregs[REG_RDI];
    second = at->uc_mcontext.gregs[REG_RSI];
#else
    first = (long)at->uc_mcontext.regs[0];
    second = (long)at->uc_mcontext.regs[1];
#endif
    result = refused(info->si_syscall, first, &emulated);
    if (emulated)
        result = raise((int)second) == 0 ? 0 : -EINVAL;
#ifdef __x86_64__
    at->uc_mcontext.gregs[REG_RAX] = result;
#else
    at->uc_mcontext.regs[0] = (unsigned long)result;
#endif
}

/* These block all signals before they start a process, and so would be ended unheard. Nothing is started here in any case. */
__attribute__((weak)) int system(const char *command)
{
    if (!command)
        return 0;
    note(SYS_execve);
    errno = EPERM;
    return -1;
}

__attribute__((weak)) FILE *popen(const char *command, const char *mode)
{
    (void)command;
    (void)mode;
    note(SYS_execve);
    errno = EPERM;
    return NULL;
}

struct spawn_actions;
struct spawn_attributes;

__attribute__((weak)) int posix_spawn(pid_t *pid, const char *path, const struct spawn_actions *actions,
                                      const struct spawn_attributes *attributes, char *const argv[],
                                      char *const envp[])
{
    (void)pid, (void)path, (void)actions, (void)attributes, (void)argv, (void)envp;
    note(SYS_execve);
    return EPERM;
}

__attribute__((weak)) int posix_spawnp(pid_t *pid, const char *file, const struct spawn_actions *actions,
                                       const struct spawn_attributes *attributes, char *const argv[],
                                       char *const envp[])
{
    return posix_spawn(pid, file, actions, attributes, argv, envp);
}

static struct sock_fprog filter;

/* Reads the filter once, for all tests. */
static int read_filter(const char *path)
{
    static struct sock_filter rules[4096];
    ssize_t n;
    int file;
    if (is_dash(path))
        return 1;
    file = open(path, O_RDONLY);
    if (file < 0)
        return 0;
    n = read(file, rules, sizeof rules);
    close(file);
    filter.len = n > 0 ? (unsigned short)((size_t)n / sizeof rules[0]) : 0;
    filter.filter = rules;
    return n > 0;
}

static int put_filter(void)
{
    static struct sigaction action;
    if (filter.len == 0)
        return 1;
    action.sa_sigaction = on_refusal;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSYS, &action, NULL);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
#else
static int read_filter(const char *path)
{
    return is_dash(path);
}

static int put_filter(void)
{
    return 1;
}
#endif

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
    if (file >= 0 && file != fd) {
        dup2(file, fd);
        close(file);
    }
}

static void set_limits(long milliseconds, long megabytes)
{
    limit(RLIMIT_CORE, 0);
    /* Only for code that outlives us. */
    limit(RLIMIT_CPU, (rlim_t)(milliseconds / 1000 + 2));
    limit(RLIMIT_FSIZE, 64 << 20);
    if (megabytes > 0)
        limit(RLIMIT_AS, ((rlim_t)megabytes << 20) + size);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

static long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
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
    static char name[4096];
    const char *errors = "/dev/null";
    sigset_t none;
    if (!is_dash(argv[8])) {
        snprintf(name, sizeof name, "%s%u", argv[8], test);
        errors = name;
    }
    redirect(0, "/dev/null", O_RDONLY);
    redirect(1, "/dev/null", O_WRONLY);
    redirect(2, errors, O_WRONLY | O_CREAT | O_TRUNC);
    set_limits(milliseconds, number(argv[7]));
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!put_filter())
        _exit(2);
    __probant_tests[test]();
    if (&__probant_last)
        __probant_last();
    record[WAY] = RETURNED;
    _exit(0);
}

static void note_end(int status)
{
    if (record[WAY] == RETURNED)
        return;
    if (WIFSIGNALED(status)) {
        record[WAY] = WTERMSIG(status) == SIGXCPU ? TIMED_OUT : SIGNALLED;
        record[NUMBER] = (word)WTERMSIG(status);
    } else {
        record[WAY] = EXITED;
        record[NUMBER] = (word)WEXITSTATUS(status);
    }
}

/* What a child has had of the processor. */
static long worked(pid_t child)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return LONG_MAX;
    return (long)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Is its time over? Where others keep the processor busy, what works and got less than half of its time goes on for a while. */
static int is_over(pid_t child, long milliseconds, long waited, long *before)
{
    enum { LONGEST = 8 };
    long work = worked(child);
    int starves = *before < work && work < milliseconds * 500;
    *before = work;
    return waited >= milliseconds && (!starves || waited >= LONGEST * milliseconds);
}

/* Waits for a child, and ends it when its time is over. We hold the clock: what runs could stop its own. */
static void wait_for(pid_t child, long milliseconds)
{
    long began = now(), end = began + milliseconds / 2, before = 0;
    sigset_t ended;
    int status;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    for (;;) {
        pid_t found = waitpid(-1, &status, WNOHANG);
        long left = end - now();
        struct timespec pause;
        if (found == child)
            break;
        if (found > 0)
            continue;
        if (left <= 0 && is_over(child, milliseconds, now() - began, &before)) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            if (record[WAY] != RETURNED)
                record[WAY] = TIMED_OUT;
            return;
        }
        if (left <= 0) {
            left = milliseconds / 2;
            end = now() + left;
        }
        pause.tv_sec = left / 1000;
        pause.tv_nsec = left % 1000 * 1000000;
        sigtimedwait(&ended, NULL, &pause);
    }
    note_end(status);
}

/* Where we are the first process of a world of our own, all others are what a test left behind. */
static void sweep(void)
{
    if (getpid() != 1)
        return;
    kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0)
        ;
}

/* Makes the room for what is noted, and forgets the way to it: tests inherit no descriptor but three. */
static volatile word *map_records(const char *path, unsigned tests)
{
    void *map;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    size = (HEADER + TEXT / 4 + capacity) * sizeof(word) * tests;
    if (file < 0 || ftruncate(file, (off_t)size) != 0) {
        perror(path);
        exit(2);
    }
    map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) {
        perror("mmap");
        exit(2);
    }
    /* Each test touches a page or two, far from those of the next: reading ahead would cost more than all tests. */
    madvise(map, size, MADV_RANDOM);
    close(file);
    return map;
}

int main(int argc, char **argv)
{
    unsigned i, first, tests, group = -1u;
    volatile word *map;
    long milliseconds, whole, left, began = now();
    sigset_t ended;
    if (argc != 10 || !read_filter(argv[9]))
        return 2;
    first = (unsigned)number(argv[2]);
    tests = (unsigned)number(argv[3]);
    capacity = (word)number(argv[4]);
    milliseconds = left = number(argv[5]);
    whole = number(argv[6]);
    map = map_records(argv[1], tests);
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, NULL);
    for (i = 0; i < tests && now() - began < whole; i++) {
        pid_t child;
        unsigned test = first + i;
        long started = now();
        if (__probant_groups[test] != group) {
            group = __probant_groups[test];
            left = milliseconds;
        }
        record = map + (HEADER + TEXT / 4 + capacity) * i;
        child = fork();
        if (child == 0)
            run_child(test, patience(test, milliseconds, left), argv);
        if (child < 0) {
            perror("fork");
            return 2;
        }
        wait_for(child, patience(test, milliseconds, left));
        sweep();
        if (!__probant_returns[test])
            left -= now() - started;
    }
    return 0;
}
