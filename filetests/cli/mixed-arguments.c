// test: cli
// Paths look at the same variable argument as different things: each test passes what its own path looks at.
// args: gen {file} -f kinds -f one_way --out {tmp}
// exit: 0..2
// stdout: kinds, criterion branch: complete
// stdout: one_way, criterion branch: complete
// no-stdout: infeasible, by
// no-stdout: left out
#include <stdarg.h>

int kinds(const char *format, ...)
{
    va_list list;
    int k = 0;
    va_start(list, format);
    for (; *format; format++) {
        if (*format == 'c')
            k += va_arg(list, int) == 7;
        else if (*format == 'd') {
            if (va_arg(list, double) > 1.5)
                k += 2;
        }
    }
    va_end(list);
    return k == 3;
}

int one_way(int way, ...)
{
    va_list list;
    int n;
    va_start(list, way);
    if (way > 3)
        n = va_arg(list, int);
    else
        n = -va_arg(list, int);
    va_end(list);
    if (n == 12)
        return 1;
    return way == 9 && n == 13;
}
