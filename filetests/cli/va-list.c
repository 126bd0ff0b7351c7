// test: cli
// A function that takes a list is called with the arguments that make it.
// args: gen {file} -f vfirst --out {tmp}
// exit: 0
// stdout: objectives      4   4 covered
// Before and behind the list, and without anything else.
// args: gen {file} -f vlog --out {tmp}
// exit: 0
// stdout: objectives      4   4 covered
// args: gen {file} -f valone --out {tmp}
// exit: 0
// stdout: objectives      2   2 covered
// What is excluded is excluded for all arguments.
// args: gen {file} -f vnever --out {tmp}
// exit: 0
// stdout: objectives      4   3 covered, 1 infeasible
// Two lists, and pointers among the arguments, are not built.
// args: gen {file} -f vtwo --out {tmp}
// exit: 1
// args: gen {file} -f vtext --out {tmp}
// exit: 2
// stdout: variable arguments
#include <stdarg.h>
int vfirst(int n, va_list rest)
{
    if (va_arg(rest, int) == n)
        return 1;
    return va_arg(rest, long) > 100 ? 2 : 0;
}
static unsigned lines;
void vlog(va_list rest, char kind)
{
    if (kind == 'd' && va_arg(rest, double) > 0.5)
        lines++;
}
unsigned valone(va_list rest) { return va_arg(rest, unsigned) % 7 == 3 ? 1 : 0; }
int vnever(int n, va_list rest)
{
    int first = va_arg(rest, int);
    if (first > n)
        return first <= n ? 1 : 2;
    return 0;
}
int vtwo(va_list one, va_list two) { return va_arg(one, int) == va_arg(two, int) ? 1 : 0; }
int vtext(int n, va_list rest) { return va_arg(rest, char *)[n] == 'x' ? 1 : 0; }
