// test: run
// Variable arguments: each type that is passed, lists copied, passed on and shared.
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)
int vsnprintf(char *, unsigned long, const char *, va_list);
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n-- > 0) s += va_arg(ap, int); va_end(ap); return s; }
int sums(int n) { return sum(0) + sum(1, n) * 10 + sum(3, n, n + 1, n + 2) * 100; }
// run: sums(4) == 1540
int (*through_pointer)(int, ...) = sum;
int pointer(int n) { return through_pointer(2, n, 5); }
// run: pointer(6) == 11
static double mixed(const char *kinds, ...) {
    va_list ap;
    double total = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': total += va_arg(ap, int); break;
        case 'l': total += (double)va_arg(ap, long); break;
        case 'd': total += va_arg(ap, double); break;
        case 'L': total += (double)va_arg(ap, long double); break;
        case 's': total += va_arg(ap, char *)[1]; break;
        case 'w': total += (double)(va_arg(ap, __int128) >> 70); break;
        }
    va_end(ap);
    return total;
}
int small(int n) { return (int)mixed("idsLwif", (char)n, 1.5f, "a1", 2.5L, (__int128)n << 72, (short)-n); }
// run: small(3) == 65
struct pair { int a, b; };
struct big { long v[5]; };
static long records(int n, ...) {
    va_list ap;
    va_start(ap, n);
    struct pair p = va_arg(ap, struct pair);
    long last = va_arg(ap, struct big).v[4];
    int after = va_arg(ap, int);
    va_end(ap);
    return p.a * 1000 + p.b * 100 + last * 10 + after;
}
int by_value(int n) { struct pair p = {n, 2}; struct big b = {{0, 0, 0, 0, n + 1}}; return (int)records(0, p, b, 5); }
// run: by_value(3) == 3245
static int twice(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int a = va_arg(ap, int) * 100 + va_arg(ap, int) * 10;
    a += va_arg(again, int);
    va_end(again);
    va_end(ap);
    return a;
}
int copies(int n) { return twice(0, n, 7); }
// run: copies(3) == 373
static int take(va_list ap) { return va_arg(ap, int); }
static int shared(int n, ...) { va_list ap; va_start(ap, n); int a = take(ap); a = a * 10 + take(ap); va_end(ap); return a; }
int shares(int n) { return shared(0, n, 8); }
// run: shares(2) == 28
static int by_pointer(va_list *ap) { return va_arg(*ap, int); }
static int pointed(int n, ...) { va_list ap; va_start(ap, n); int a = by_pointer(&ap); a = a * 10 + by_pointer(&ap); va_end(ap); return a; }
int points(int n) { return pointed(0, n, 9); }
// run: points(2) == 29
static int text(char *to, const char *format, ...) { va_list ap; va_start(ap, format); int n = vsnprintf(to, 20, format, ap); va_end(ap); return n; }
int formats(int n) { char buffer[20]; return text(buffer, "%d:%-3s|%5.2f%c%lx", n, "ab", 2.25, 'x', 255L) * 1000 + buffer[3] + buffer[9]; }
// run: formats(7) == 14148
static int rest(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
int too_many(int n) { return rest(n, 1, 2); }
// run: too_many(2) == 3
static int recursive(int n, ...) { va_list ap; va_start(ap, n); int x = va_arg(ap, int); int r = n ? recursive(n - 1, x + n) : 0; r += va_arg(ap, int) * 0 + x; va_end(ap); return r; }
int recurses(int n) { return recursive(0, n, 1); }
// run: recurses(4) == 4
