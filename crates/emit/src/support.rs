//! The C text that every emitted file brings along: assertions, the table of tests, `main`.

/// The assertions that `tests` uses, and the failure counter.
pub(crate) fn support(tests: &str) -> String {
    let mut text = String::from(SUPPORT_HEAD);
    if tests.contains("= malloc(") {
        text = text.replace("#include <stdio.h>\n", "#include <stdio.h>\n#include <stdlib.h>\n");
    }
    for (name, helper, definition) in ASSERTIONS {
        let is_used = tests.contains(&format!("{name}(")) || tests.contains(&format!("{name}S("));
        if is_used {
            text.push_str(helper);
            if tests.contains(&format!("{name}(")) {
                text.push_str(definition[0]);
            }
            if tests.contains(&format!("{name}S(")) {
                text.push_str(definition[1]);
            }
        }
    }
    text.push('\n');
    text
}

const SUPPORT_HEAD: &str = "
#include <limits.h>
#include <stdio.h>

#ifndef NULL
#define NULL ((void *)0)
#endif

static const char *probant_test;
static int probant_failures;
";

/// Name, helper function, then the macro for one value and for a whole array. Only those in use
/// are printed, so that no compiler complains about the others.
const ASSERTIONS: [(&str, &str, [&str; 2]); 7] = [
    (
        "CHECK_INT",
        r#"
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
"#,
        [
            "#undef CHECK_INT
#define CHECK_INT(got, want) \\
    probant_check_int(__LINE__, #got, -1, (long long)(got), (long long)(want))
",
            "#undef CHECK_INTS
#define CHECK_INTS(got, want, n) \\
    do { \\
        unsigned probant_i; \\
        for (probant_i = 0; probant_i < (n); probant_i++) \\
            probant_check_int(__LINE__, #got, (long)probant_i, (long long)(got)[probant_i], \\
                              (long long)(want)[probant_i]); \\
    } while (0)
",
        ],
    ),
    (
        "CHECK_UINT",
        r#"
static void probant_check_uint(int line, const char *what, long index, unsigned long long got,
                               unsigned long long want)
{
    if (got == want)
        return;
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: %s", __FILE__, line, probant_test, what);
    if (index >= 0)
        fprintf(stderr, "[%ld]", index);
    fprintf(stderr, " is %llu, expected %llu\n", got, want);
}
"#,
        [
            "#undef CHECK_UINT
#define CHECK_UINT(got, want) \\
    probant_check_uint(__LINE__, #got, -1, (unsigned long long)(got), (unsigned long long)(want))
",
            "#undef CHECK_UINTS
#define CHECK_UINTS(got, want, n) \\
    do { \\
        unsigned probant_i; \\
        for (probant_i = 0; probant_i < (n); probant_i++) \\
            probant_check_uint(__LINE__, #got, (long)probant_i, \\
                               (unsigned long long)(got)[probant_i], \\
                               (unsigned long long)(want)[probant_i]); \\
    } while (0)
",
        ],
    ),
    (
        "CHECK_FLOAT",
        r#"
/* Equal to the last bit, zeros with their sign; any NaN is as good as another. */
static void probant_check_float(int line, const char *what, long index, double got, double want)
{
    if (got != got && want != want)
        return;
    if (got == want && (got != 0 || 1 / got == 1 / want))
        return;
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: %s", __FILE__, line, probant_test, what);
    if (index >= 0)
        fprintf(stderr, "[%ld]", index);
    fprintf(stderr, " is %a (%.17g), expected %a (%.17g)\n", got, got, want, want);
}
"#,
        [
            "#undef CHECK_FLOAT
#define CHECK_FLOAT(got, want) probant_check_float(__LINE__, #got, -1, (got), (want))
",
            "#undef CHECK_FLOATS
#define CHECK_FLOATS(got, want, n) \\
    do { \\
        unsigned probant_i; \\
        for (probant_i = 0; probant_i < (n); probant_i++) \\
            probant_check_float(__LINE__, #got, (long)probant_i, (got)[probant_i], \\
                                (want)[probant_i]); \\
    } while (0)
",
        ],
    ),
    (
        "CHECK_EXTENDED",
        r#"
/* Equal to the last bit, zeros with their sign; any NaN is as good as another. */
static void probant_check_extended(int line, const char *what, long index,
                                   long double got, long double want)
{
    if (got != got && want != want)
        return;
    if (got == want && (got != 0 || 1 / got == 1 / want))
        return;
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: %s", __FILE__, line, probant_test, what);
    if (index >= 0)
        fprintf(stderr, "[%ld]", index);
    fprintf(stderr, " is %La (%.21Lg), expected %La (%.21Lg)\n", got, got, want, want);
}
"#,
        [
            "#undef CHECK_EXTENDED
#define CHECK_EXTENDED(got, want) probant_check_extended(__LINE__, #got, -1, (got), (want))
",
            "#undef CHECK_EXTENDEDS
#define CHECK_EXTENDEDS(got, want, n) \\
    do { \\
        unsigned probant_i; \\
        for (probant_i = 0; probant_i < (n); probant_i++) \\
            probant_check_extended(__LINE__, #got, (long)probant_i, (got)[probant_i], \\
                                   (want)[probant_i]); \\
    } while (0)
",
        ],
    ),
    (
        "CHECK_POINTER",
        r#"
static void probant_check_pointer(int line, const char *what, const char *expected,
                                  const void *got, const void *want)
{
    if (got == want)
        return;
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: %s is %p, expected %s (%p)\n", __FILE__, line, probant_test, what,
            got, expected, want);
}
"#,
        [
            "#undef CHECK_POINTER
#define CHECK_POINTER(got, want) \\
    probant_check_pointer(__LINE__, #got, #want, (const void *)(got), (const void *)(want))
",
            "",
        ],
    ),
    (
        "CHECK_PRINTED",
        r#"
#include <errno.h>
/* What is printed between CAPTURE_PRINTED and CHECK_PRINTED is kept in memory. */
static struct probant_printed {
    FILE *real;
    char *text;
    __SIZE_TYPE__ size;
} probant_output, probant_error;
extern FILE *open_memstream(char **, __SIZE_TYPE__ *);
static FILE *probant_capture(struct probant_printed *printed, FILE *real)
{
    printed->real = real;
    return open_memstream(&printed->text, &printed->size);
}
static FILE *probant_release(struct probant_printed *printed, FILE *captured)
{
    fclose(captured);
    return printed->real;
}
static void probant_check_printed(int line, const char *what, struct probant_printed *printed,
                                  const char *want)
{
    __SIZE_TYPE__ n = __builtin_strlen(want);
    if (printed->size != n || __builtin_memcmp(printed->text, want, n) != 0) {
        probant_failures++;
        fprintf(stderr, "%s:%d: %s: %s is \"%s\", expected \"%s\"\n", __FILE__, line, probant_test,
                what, printed->text, want);
    }
    __builtin_free(printed->text);
}
"#,
        [
            "#undef CAPTURE_PRINTED
#define CAPTURE_PRINTED() \\
    (stdout = probant_capture(&probant_output, stdout), \\
     stderr = probant_capture(&probant_error, stderr), errno = 0)
#undef CHECK_PRINTED
#define CHECK_PRINTED(output, error) \\
    do { \\
        stdout = probant_release(&probant_output, stdout); \\
        stderr = probant_release(&probant_error, stderr); \\
        probant_check_printed(__LINE__, \"stdout\", &probant_output, output); \\
        probant_check_printed(__LINE__, \"stderr\", &probant_error, error); \\
    } while (0)
",
            "",
        ],
    ),
    (
        "CHECK_TRUE",
        r#"
static void probant_check_true(int line, const char *what, int truth)
{
    if (truth)
        return;
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: not true: %s\n", __FILE__, line, probant_test, what);
}
"#,
        [
            "#undef CHECK_TRUE
#define CHECK_TRUE(truth) probant_check_true(__LINE__, #truth, (truth) ? 1 : 0)
",
            "",
        ],
    ),
];

/// What is said where something else comes than a test expects.
pub(crate) const ANOTHER: &str = r#"
static void probant_another(int line, const char *text, const char *name)
{
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: %s: %s comes instead\n", __FILE__, line, probant_test, text, name);
}
"#;

/// What is said where it is given something else.
pub(crate) const DIFFERS: &str = r#"
static void probant_differs(int line, const char *text, const char *what, long long got,
                            long long want)
{
    probant_failures++;
    fprintf(stderr, "%s:%d: %s: %s: %s is %lld, expected %lld\n", __FILE__, line, probant_test,
            text, what, got, want);
}

"#;

/// What stands in for allocation where tests let it fail. The headers of the unit have declared these
/// functions under their names here, so the real ones must be declared again.
pub(crate) const ALLOCATION: &str = r#"
#include <errno.h>

/* The code under test allocates through these. FAIL_ALLOCATIONS("--x") lets the third call fail. */
static const char *probant_failing = "", *probant_failing_in;
#undef FAIL_ALLOCATIONS
#define FAIL_ALLOCATIONS(marks) (probant_failing_in = probant_test, probant_failing = (marks))

static int probant_fails(void)
{
    int fails = *probant_failing == 'x' && probant_failing_in == probant_test;
    if (*probant_failing)
        probant_failing++;
    if (fails)
        errno = ENOMEM;
    return fails;
}

void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void *reallocarray(void *, __SIZE_TYPE__, __SIZE_TYPE__);
char *strdup(const char *);
char *strndup(const char *, __SIZE_TYPE__);

void *probant_malloc(__SIZE_TYPE__ size)
{
    return probant_fails() ? NULL : malloc(size);
}

void *probant_calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size)
{
    return probant_fails() ? NULL : calloc(count, size);
}

void *probant_realloc(void *old, __SIZE_TYPE__ size)
{
    return probant_fails() && !(old && size == 0) ? NULL : realloc(old, size);
}

void *probant_reallocarray(void *old, __SIZE_TYPE__ count, __SIZE_TYPE__ size)
{
    return probant_fails() && !(old && count * size == 0) ? NULL : reallocarray(old, count, size);
}

char *probant_strdup(const char *text)
{
    return probant_fails() ? NULL : strdup(text);
}

char *probant_strndup(const char *text, __SIZE_TYPE__ most)
{
    return probant_fails() ? NULL : strndup(text, most);
}
"#;

/// The table of tests, up to its entries.
pub(crate) const TABLE_HEAD: &str = "
struct probant_entry {
    const char *name;
    void (*run)(void);
    int by_default;
};

static const struct probant_entry probant_table[] = {
";

/// The end of the table.
pub(crate) const TABLE_END: &str = "    {NULL, NULL, 0}
};
";

/// Runs a test in the process of the test program.
pub(crate) const RUN_HERE: &str = "
static int probant_run(const struct probant_entry *entry)
{
    int before = probant_failures;
    probant_test = entry->name;
    entry->run();
    return probant_failures != before;
}
";

/// Ends a test where a function of elsewhere would never return.
pub(crate) const LEAVE: &str = "
#include <stdlib.h>

#define probant_leave() (exit)(0)
";

/// Why tests run in processes of their own.
pub(crate) const KEEPS_STATE: &str = "The code under test keeps state between calls";
pub(crate) const SOME_EXIT: &str = "Some tests end the program";

/// Each test gets a process of its own. Statuses beyond one are of tests that end the program.
pub(crate) const RUN_IN_CHILD: &str = r#"
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* WHY, so each test runs in a process of its own. */
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
"#;

/// The test program itself.
/// The head of our `main` where the unit has one that keeps its name.
pub(crate) const OTHER_MAIN: &str = r#"int probant_main(int argc, char **argv) __asm__("main");

int probant_main(int argc, char **argv)
"#;

pub(crate) const MAIN: &str = r#"
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
"#;
