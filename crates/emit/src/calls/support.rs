//! The C text with which tests compare what others see.

/// Expectations, what comes, and the end of a test. `IDS` stands for the numbers of functions.
pub(super) const EXPECTED: &str = r#"/* What others see, in order: calls of functions that are defined elsewhere, and writes to volatile places. */
IDS
static struct probant_expectation {
    int line, what;
    const char *text;
    unsigned first;
} probant_expected[N_EXPECTED], *probant_now;
static long long probant_values[N_VALUES];
static unsigned probant_n_expected, probant_n_values, probant_n_calls, probant_next;

static void probant_expect(int line, const char *text, const long long *values, unsigned n)
{
    struct probant_expectation *it = &probant_expected[probant_n_expected++];
    unsigned i;
    it->line = line;
    it->text = text;
    it->what = (int)values[0];
    it->first = probant_n_values;
    for (i = 1; i < n; i++)
        probant_values[probant_n_values++] = values[i];
}
#undef PROBANT_EXPECT
#define PROBANT_EXPECT(text, ...) \
    do { \
        const long long probant_it[] = {__VA_ARGS__}; \
        probant_expect(__LINE__, text, probant_it, sizeof probant_it / sizeof probant_it[0]); \
    } while (0)
#undef EXPECT_CALL
#define EXPECT_CALL(function, ...) PROBANT_EXPECT(#function "(" #__VA_ARGS__ ")", probant_is_##function, __VA_ARGS__)
#undef EXPECT_WRITE
#define EXPECT_WRITE(place, value) PROBANT_EXPECT(#place " = " #value, probant_place_##place, value)
#undef ANYTHING
#define ANYTHING (-0x5a5a5a5a5a5a5a01LL)
#undef HOLDING
#define HOLDING(...) (long long)(sizeof((long long[]){__VA_ARGS__}) / sizeof(long long)), __VA_ARGS__
#undef ADDRESS
#define ADDRESS(pointer) PROBANT_AT, (long long)(__UINTPTR_TYPE__)(const volatile void *)(pointer)
#undef TEXT
#define TEXT(string) PROBANT_TEXT, (long long)(__UINTPTR_TYPE__)(string)
#define PROBANT_AT (-0x5a5a5a5a5a5a5a02LL)
#define PROBANT_TEXT (-0x5a5a5a5a5a5a5a03LL)

static void probant_called(int what, const char *name)
{
    unsigned at = probant_n_calls++;
    probant_now = at < probant_n_expected ? &probant_expected[at] : 0;
    if (probant_now && probant_now->what != what) {
        probant_another(probant_now->line, probant_now->text, name);
        probant_now = 0;
    }
    if (probant_now)
        probant_next = probant_now->first;
}

/* How many more there were than expected; the next test begins anew. */
static int more_calls(void)
{
    int more = (int)probant_n_calls - (int)probant_n_expected;
    probant_n_calls = probant_n_expected = probant_n_values = 0;
    return more;
}
"#;

/// How an argument is compared.
pub(super) const GIVEN: &str = r"
static int probant_is_wanted(void)
{
    if (probant_now && probant_values[probant_next] != ANYTHING)
        return 1;
    probant_next++;
    return 0;
}

static void probant_given(const char *what, long long got)
{
    long long want = probant_values[probant_next++];
    if (got != want)
        probant_differs(probant_now->line, probant_now->text, what, got, want);
}
#undef GIVEN
#define GIVEN(what, value) (probant_is_wanted() ? probant_given(what, value) : (void)0)
";

/// Floating-point numbers by their bits.
pub(super) const REAL: &str = "
static long long probant_real(double value)
{
    union { double real; long long bits; } it;
    it.real = value;
    return it.bits;
}
#undef REAL
#define REAL(value) probant_real(value)
";

/// How a pointer is compared.
pub(super) const BEHIND: &str = r"
/* How many numbers behind a pointer are looked at. */
static unsigned probant_behind(const char *what, const void *got)
{
    long long want;
    if (!probant_is_wanted())
        return 0;
    want = probant_values[probant_next++];
    if (want == PROBANT_AT) {
        probant_given(what, (long long)(__UINTPTR_TYPE__)got);
        return 0;
    }
    if (!got) {
        probant_differs(probant_now->line, probant_now->text, what, 0, 1);
        probant_now = 0;
        return 0;
    }
    if (want == PROBANT_TEXT) {
        const char *a = (const char *)got, *b = (const char *)(__UINTPTR_TYPE__)probant_values[probant_next++];
        for (; *a == *b && *a; a++)
            b++;
        if (*a != *b)
            probant_differs(probant_now->line, probant_now->text, what, *a, *b);
        return 0;
    }
    return (unsigned)want;
}
";
