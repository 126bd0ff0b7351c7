strcasecmp
int strcasecmp(const char *a, const char *b)
{
    for (;; a++, b++) {
        int x = (unsigned char)*a, y = (unsigned char)*b;
        x += x >= 'A' && x <= 'Z' ? 32 : 0;
        y += y >= 'A' && y <= 'Z' ? 32 : 0;
        if (x != y || x == 0)
            return x - y;
    }
}

strncasecmp
int strncasecmp(const char *a, const char *b, unsigned long n)
{
    for (; n; a++, b++, n--) {
        int x = (unsigned char)*a, y = (unsigned char)*b;
        x += x >= 'A' && x <= 'Z' ? 32 : 0;
        y += y >= 'A' && y <= 'Z' ? 32 : 0;
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

strtol needs number
long strtol(const char *text, char **end, int base)
{
    return (long)__probant_number(text, end, base, 9223372036854775807UL, 1);
}

strtoll needs number
long long strtoll(const char *text, char **end, int base)
{
    return (long long)__probant_number(text, end, base, 9223372036854775807UL, 1);
}

strtoul needs number
unsigned long strtoul(const char *text, char **end, int base)
{
    return __probant_number(text, end, base, 18446744073709551615UL, 0);
}

strtoull needs number
unsigned long long strtoull(const char *text, char **end, int base)
{
    return __probant_number(text, end, base, 18446744073709551615UL, 0);
}

atoi needs number
int atoi(const char *text)
{
    return (int)__probant_number(text, 0, 10, 9223372036854775807UL, 1);
}

atol needs number
long atol(const char *text)
{
    return (long)__probant_number(text, 0, 10, 9223372036854775807UL, 1);
}

atoll needs number
long long atoll(const char *text)
{
    return (long long)__probant_number(text, 0, 10, 9223372036854775807UL, 1);
}

number
int *__errno_location(void);
static unsigned long __probant_number(const char *text, char **end, int base, unsigned long most,
                                      int is_signed)
{
    const char *at = text, *after = text;
    unsigned long value = 0, limit = most;
    int negative = 0, too_large = 0;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    while (*at == ' ' || (*at >= 9 && *at <= 13))
        at++;
    if (*at == '-' || *at == '+')
        negative = *at++ == '-';
    if (is_signed && negative)
        limit = most + 1;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        int c = at[2];
        after = at + 1;
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
            at += 2;
        base = 16;
    } else if (base == 0)
        base = *at == '0' ? 8 : 10;
    for (;; at++) {
        int c = *at, digit = 99;
        if (c >= '0' && c <= '9')
            digit = c - '0';
        else if (c >= 'a' && c <= 'z')
            digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'Z')
            digit = c - 'A' + 10;
        if (digit >= base)
            break;
        after = at + 1;
        if (too_large || value > (limit - digit) / base)
            too_large = 1;
        else
            value = value * base + digit;
    }
    if (end)
        *end = (char *)after;
    if (too_large) {
        *__errno_location() = 34;
        return limit;
    }
    return negative ? 0 - value : value;
}

strtod needs decimal
double strtod(const char *text, char **end)
{
    return __probant_double(text, end);
}

atof needs decimal
double atof(const char *text)
{
    return __probant_double(text, 0);
}

strtof needs decimal
float __probant_strtof(const char *, char **);
float strtof(const char *text, char **end)
{
    const char *after;
    unsigned long digits;
    int power, kind = __probant_decimal(text, &after, &digits, &power);
    float value = digits;
    if (kind == 3 || (digits && __probant_is_slow(power, 10, 80)) || digits > 16777216)
        return __probant_strtof(text, end);
    if (end)
        *end = (char *)after;
    if (digits && __probant_is_lost(power, 80))
        value = power > 0 ? __builtin_inff() : 0;
    else if (digits)
        value = power < 0 ? value / (float)__probant_powers[-power] : value * (float)__probant_powers[power];
    return kind == 2 ? -value : value;
}

strtold needs decimal
long double strtold(const char *text, char **end)
{
    const char *after;
    unsigned long digits;
    int power, kind = __probant_decimal(text, &after, &digits, &power);
    long double value = digits;
    if (kind == 3 || (digits && __probant_is_slow(power, 22, 5100)))
        __asm__("nop");
    if (end)
        *end = (char *)after;
    if (digits && __probant_is_lost(power, 5100))
        value = power > 0 ? __builtin_infl() : 0;
    else if (digits)
        value = power < 0 ? value / __probant_powers[-power] : value * __probant_powers[power];
    return kind == 2 ? -value : value;
}

decimal
int *__errno_location(void);
double __probant_strtod(const char *, char **);
static const double __probant_powers[23] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static int __probant_is_slow(int power, int exact, int far)
{
    return (power > exact && power < far) || (power < -exact && power > -far);
}
static int __probant_is_lost(int power, int far)
{
    if (power < far && power > -far)
        return 0;
    *__errno_location() = 34;
    return 1;
}
static int __probant_decimal(const char *text, const char **after, unsigned long *digits, int *power)
{
    const char *at = text;
    unsigned long value = 0;
    int kind = 1, scale = 0, point = 0, some = 0, e = 0;
    *digits = *power = 0;
    *after = text;
    while (*at == ' ' || (*at >= 9 && *at <= 13))
        at++;
    if (*at == '-' || *at == '+')
        kind = *at++ == '-' ? 2 : 1;
    if (at[0] == '0' && (at[1] | 32) == 'x')
        return 3;
    if (((at[0] | 32) == 'i' && (at[1] | 32) == 'n' && (at[2] | 32) == 'f') ||
        ((at[0] | 32) == 'n' && (at[1] | 32) == 'a' && (at[2] | 32) == 'n'))
        return 3;
    for (; (*at >= '0' && *at <= '9') || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = 1;
            continue;
        }
        if (value >= 100000000000000UL)
            return 3;
        value = value * 10 + (*at - '0');
        scale -= point;
        some = 1;
    }
    if (!some)
        return 0;
    if (*at == 'e' || *at == 'E') {
        const char *from = at + 1;
        int below = *from == '-';
        if (*from == '-' || *from == '+')
            from++;
        for (; *from >= '0' && *from <= '9'; at = ++from)
            e = e < 100000 ? e * 10 + (*from - '0') : e;
        scale += below ? -e : e;
    }
    *after = at;
    *digits = value;
    *power = scale;
    return kind;
}
static double __probant_double(const char *text, char **end)
{
    const char *after;
    unsigned long digits;
    int power, kind = __probant_decimal(text, &after, &digits, &power);
    double value = digits;
    if (kind == 3 || (digits && __probant_is_slow(power, 22, 400)))
        return __probant_strtod(text, end);
    if (end)
        *end = (char *)after;
    if (digits && __probant_is_lost(power, 400))
        value = power > 0 ? __builtin_inf() : 0;
    else if (digits)
        value = power < 0 ? value / __probant_powers[-power] : value * __probant_powers[power];
    return kind == 2 ? -value : value;
}

remquo
double remainder(double, double);
double remquo(double x, double y, int *quotient)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    int n = 0, negative = !__builtin_signbit(x) != !__builtin_signbit(y);
    if (!(a < 8 * b))
        __asm__("nop");
    if (a >= 4 * b) {
        a -= 4 * b;
        n += 4;
    }
    if (a >= 2 * b) {
        a -= 2 * b;
        n += 2;
    }
    if (a >= b) {
        a -= b;
        n += 1;
    }
    if (a > b - a || (a == b - a && n % 2))
        n++;
    if (n > 7)
        __asm__("nop");
    *quotient = negative ? -n : n;
    return remainder(x, y);
}

remquof
float remainderf(float, float);
float remquof(float x, float y, int *quotient)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    int n = 0, negative = !__builtin_signbit(x) != !__builtin_signbit(y);
    if (!(a < 8 * b))
        __asm__("nop");
    if (a >= 4 * b) {
        a -= 4 * b;
        n += 4;
    }
    if (a >= 2 * b) {
        a -= 2 * b;
        n += 2;
    }
    if (a >= b) {
        a -= b;
        n += 1;
    }
    if (a > b - a || (a == b - a && n % 2))
        n++;
    if (n > 7)
        __asm__("nop");
    *quotient = negative ? -n : n;
    return remainderf(x, y);
}

bsearch
void *bsearch(const void *key, const void *base, unsigned long n, unsigned long size,
              int (*compare)(const void *, const void *))
{
    unsigned long l = 0, u = n;
    while (l < u) {
        unsigned long i = (l + u) / 2;
        const void *p = (const char *)base + i * size;
        int c = compare(key, p);
        if (c < 0)
            u = i;
        else if (c > 0)
            l = i + 1;
        else
            return (void *)p;
    }
    return 0;
}

qsort needs sorting
void qsort(void *base, unsigned long n, unsigned long size,
           int (*compare)(const void *, const void *))
{
    static char room[1024];
    if (n * size > sizeof room || size > 32)
        __asm__("nop");
    __probant_sort(base, n, size, compare, room);
}

sorting
static void __probant_sort(char *b, unsigned long n, unsigned long size,
                           int (*compare)(const void *, const void *), char *room)
{
    unsigned long n1 = n / 2, n2 = n - n1;
    char *b1 = b, *b2 = b + n1 * size, *to = room;
    if (n <= 1)
        return;
    __probant_sort(b1, n1, size, compare, room);
    __probant_sort(b2, n2, size, compare, room);
    while (n1 > 0 && n2 > 0) {
        if (compare(b1, b2) <= 0) {
            __builtin_memcpy(to, b1, size);
            b1 += size;
            n1--;
        } else {
            __builtin_memcpy(to, b2, size);
            b2 += size;
            n2--;
        }
        to += size;
    }
    if (n1 > 0)
        __builtin_memcpy(to, b1, n1 * size);
    __builtin_memcpy(b, room, (n - n2) * size);
}

sscanf needs scanning
int __isoc99_sscanf(const char *, const char *, ...);
int sscanf(const char *text, const char *form, ...)
{
    __builtin_va_list list;
    const char *at = text;
    int stored = 0, ended = 0;
    __builtin_va_start(list, form);
    if (form[0] == '%' && form[1] == 'l' && form[2] >= 'a' && form[2] <= 'g' && form[2] != 'd' && !form[3])
        return __isoc99_sscanf(text, form, __builtin_va_arg(list, double *));
    while (*form) {
        struct __probant_scan scan = {0, 0, 4, 0, 0, 0};
        const char *next;
        if (__probant_is_space(*form)) {
            for (form++; __probant_is_space(*at); at++)
                ;
            continue;
        }
        form = __probant_directive(form, &scan);
        if (scan.letter != 'c' && scan.letter != '[' && scan.letter != 'n' && scan.letter != 0)
            while (__probant_is_space(*at))
                at++;
        if (scan.letter == 0 || scan.letter == '%') {
            ended = !*at;
            if (*at++ != scan.literal)
                break;
            continue;
        }
        if (scan.letter == 'n') {
            if (!scan.skip)
                __probant_store(__builtin_va_arg(list, void *), scan.bytes, at - text);
            continue;
        }
        ended = !*at;
        if (ended)
            break;
        next = __probant_convert(at, &scan, scan.skip ? 0 : __builtin_va_arg(list, void *));
        if (next == at)
            break;
        at = next;
        stored += !scan.skip;
    }
    __builtin_va_end(list);
    return ended && !stored ? -1 : stored;
}

scanning
struct __probant_scan {
    int skip, width, bytes, letter, literal;
    const char *set;
};
static int __probant_is_space(int c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}
static int __probant_digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}
static const char *__probant_directive(const char *form, struct __probant_scan *scan)
{
    scan->literal = *form;
    if (*form++ != '%')
        return form;
    if (*form == '*') {
        scan->skip = 1;
        form++;
    }
    for (; *form >= '0' && *form <= '9'; form++)
        scan->width = scan->width * 10 + (*form - '0');
    for (; *form == 'h' || *form == 'l' || *form == 'z' || *form == 'j' || *form == 't'; form++)
        scan->bytes = *form == 'h' ? scan->bytes / 2 : 8;
    scan->letter = *form++;
    if (scan->letter == '[') {
        scan->set = form;
        form += *form == '^';
        for (form += *form == ']'; *form != ']'; form++)
            if (!*form)
                __asm__("nop");
        form++;
    }
    return form;
}
static int __probant_in_set(const char *set, int c)
{
    int inverted = *set == '^', first = 1, found = 0;
    for (set += inverted; first || *set != ']'; first = 0, set++) {
        int low = (unsigned char)*set, high = low;
        if (set[1] == '-' && set[2] != ']') {
            set += 2;
            high = (unsigned char)*set;
        }
        found |= c >= low && c <= high;
    }
    return found != inverted;
}
static void __probant_store(void *to, int bytes, unsigned long value)
{
    if (bytes == 8)
        *(unsigned long *)to = value;
    else if (bytes == 4)
        *(unsigned int *)to = value;
    else if (bytes == 2)
        *(unsigned short *)to = value;
    else
        *(unsigned char *)to = value;
}
static const char *__probant_integer(const char *from, struct __probant_scan *scan, void *to, int base)
{
    const char *at = from;
    int is_signed = scan->letter == 'd' || scan->letter == 'i';
    int width = scan->width ? scan->width : 2147483647;
    int negative = 0, some = 0, large = 0;
    unsigned long sum = 0, limit = is_signed ? 9223372036854775807UL : 18446744073709551615UL;
    if (*at == '-' || *at == '+') {
        negative = *at++ == '-';
        width--;
    }
    if (is_signed && negative)
        limit++;
    if (width && *at == '0' && (base == 0 || base == 16)) {
        at++;
        width--;
        some = 1;
        if (width && (*at == 'x' || *at == 'X')) {
            at++;
            width--;
            base = 16;
            if (!width || __probant_digit(*at) >= 16)
                __asm__("nop");
        } else if (base == 0)
            base = 8;
    }
    if (base == 0)
        base = 10;
    for (; width; at++, width--) {
        int digit = __probant_digit(*at);
        if (digit >= base)
            break;
        some = 1;
        if (large || sum > (limit - digit) / base)
            large = 1;
        else
            sum = sum * base + digit;
    }
    if (!some)
        return from;
    if (to)
        __probant_store(to, scan->bytes, large ? limit : negative ? 0 - sum : sum);
    return at;
}
static const char *__probant_convert(const char *at, struct __probant_scan *scan, char *to)
{
    int width = scan->width ? scan->width : scan->letter == 'c' ? 1 : 2147483647;
    switch (scan->letter) {
    case 'd': case 'u':
        return __probant_integer(at, scan, to, 10);
    case 'i':
        return __probant_integer(at, scan, to, 0);
    case 'x': case 'X':
        return __probant_integer(at, scan, to, 16);
    case 'o':
        return __probant_integer(at, scan, to, 8);
    case 's': case 'c': case '[':
        if (scan->bytes != 4)
            __asm__("nop");
        if (scan->letter == '[' && !__probant_in_set(scan->set, (unsigned char)*at))
            return at;
        for (; width && *at; at++, width--) {
            if (scan->letter == 's' && __probant_is_space(*at))
                break;
            if (scan->letter == '[' && !__probant_in_set(scan->set, (unsigned char)*at))
                break;
            if (to)
                *to++ = *at;
        }
        if (to && scan->letter != 'c')
            *to = 0;
        return at;
    }
    __asm__("nop");
    return at;
}
