// test: run
// What is compared as far as no byte must be there all the same: null is none, as sanitizers say.
#include <string.h>
#include <strings.h>

int compared(int null, int n)
{
    const char *text = null ? 0 : "abc";
    return strncmp(text, "abd", n);
}
// run: compared(0, 0) == 0
// run: compared(0, 2) == 0
// run: compared(1, 0) traps null-pointer
// run: compared(1, 2) traps null-pointer

int without_case(int null, int n)
{
    const char *text = null ? 0 : "ABC";
    return strncasecmp("abc", text, n);
}
// run: without_case(0, 3) == 0
// run: without_case(1, 0) traps null-pointer
