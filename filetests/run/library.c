// test: run
typedef unsigned long size_t;
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
int abs(int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
int atoi(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
double strtod(const char *, char **);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int rand(void);
void srand(unsigned);
int isalpha(int);
int isdigit(int);
int isspace(int);
int toupper(int);
int snprintf(char *, size_t, const char *, ...);
int sscanf(const char *, const char *, ...);

static int sign(int x) { return (x > 0) - (x < 0); }
static int hash(const char *s) { int h = 7; while (*s) h = (h * 31 + *s++) % 1000003; return h; }

int lengths(int i) { const char *all[] = {"", "a", "hello"}; return (int)strlen(all[i]); }
// run: lengths(0) == 0
// run: lengths(2) == 5
int order(int i) { const char *all[] = {"", "a", "ab", "b", "abc"}; return sign(strcmp(all[i], "ab")) + 10 * sign(strncmp(all[i], "abx", 2)); }
// run: order(0) == -11
// run: order(2) == 0
// run: order(3) == 11
// run: order(4) == 1
int places(int c) { const char *s = "hello"; const char *first = strchr(s, c), *last = strrchr(s, c); return first ? (int)(first - s) * 10 + (int)(last - s) : -1; }
// run: places(108) == 23
// run: places(122) == -1
// run: places(0) == 55
int find(int i) { const char *all[] = {"", "lo", "low", "he"}; const char *s = "hello", *at = strstr(s, all[i]); return at ? (int)(at - s) : -1; }
// run: find(0) == 0
// run: find(1) == 3
// run: find(2) == -1
int spans(void) { return (int)strspn("aabbc", "ab") * 10 + (int)strcspn("hello", "lo"); }
// run: spans() == 42
int building(int n) { char b[16] = "x"; strncpy(b, "hello", n); b[n] = 0; strcat(b, "!"); return hash(b); }
// run: building(3) == 663326
// run: building(7) == 529924
int moving(int by) { char b[] = "abcdef"; memmove(b + by, b, 3); memset(b, '.', 1); return hash(b); }
// run: moving(1) == 43274
// run: moving(3) == 994568
int compare_bytes(int i) { return sign(memcmp("abc\0d", i ? "abc\0e" : "abc\0d", 5)); }
// run: compare_bytes(0) == 0
// run: compare_bytes(1) == -1
int too_small(int n) { char b[4]; strcpy(b, n > 3 ? "hello" : "abc"); return b[0]; }
// run: too_small(3) == 97
// run: too_small(4) traps out-of-bounds
int heap(int n) { int *p = calloc(n, sizeof *p), s = 0; p = realloc(p, 2 * n * sizeof *p); for (int i = n; i < 2 * n; i++) p[i] = i; for (int i = 0; i < 2 * n; i++) s += p[i]; free(p); return s; }
// run: heap(4) == 22
int after_free(int n) { int *p = malloc(sizeof *p); *p = n; if (n) free(p); n = *p; return n; }
// run: after_free(1) traps use-after-free
int numbers(int i) { const char *all[] = {"42", "  -17x", "", "+5", "2147483647"}; return atoi(all[i]); }
// run: numbers(0) == 42
// run: numbers(1) == -17
// run: numbers(2) == 0
// run: numbers(4) == 2147483647
int bases(int base) { char *end; const char *s = "0x1f2z"; long v = strtol(s, &end, base); return (int)v * 10 + (int)(end - s); }
// run: bases(0) == 4985
// run: bases(10) == 1
// run: bases(16) == 4985
// run: bases(36) == 554935316
int fractions(int i) { const char *all[] = {"1.5", "-2.25e1", ".5x", "e5"}; char *end; double d = strtod(all[i], &end); return (int)(d * 100) * 10 + (int)(end - all[i]); }
// run: fractions(0) == 1503
// run: fractions(1) == -22493
// run: fractions(2) == 502
// run: fractions(3) == 0
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int sorted(int i) { int a[] = {5, 3, 9, -1, 3, 7, 0}; qsort(a, 7, sizeof *a, ascending); return a[i]; }
// run: sorted(0) == -1
// run: sorted(3) == 3
// run: sorted(6) == 9
int searched(int key) { int a[] = {1, 3, 5, 7, 9}; int *at = bsearch(&key, a, 5, sizeof *a, ascending); return at ? (int)(at - a) : -1; }
// run: searched(1) == 0
// run: searched(9) == 4
// run: searched(4) == -1
int randomness(unsigned seed) { srand(seed); rand(); return rand(); }
// run: randomness(1) == 846930886
// run: randomness(42) == 708592740
int classes(int c) { return !!isalpha(c) + 2 * !!isdigit(c) + 4 * !!isspace(c) + 1000 * toupper(c); }
// run: classes(113) == 81001
// run: classes(55) == 55002
// run: classes(32) == 32004
int printed(int i) { char b[80]; int n = snprintf(b, sizeof b, "%5d|%-5d|%05d|%+d|%x|%#o|%c|%.2s|%6.2f|%e|%g|%%", i, i, i, i, i, i, 'a' + i % 26, "hello", i / 3.0, i * 1.5, i / 7.0); return n * 1000003 + hash(b); }
// run: printed(0) == 53468384
// run: printed(42) == 57887553
int cut(int n) { char b[8]; return snprintf(b, n, "%d", 123456) * 10 + (n ? (int)strlen(b) : 9); }
// run: cut(0) == 69
// run: cut(3) == 62
// run: cut(8) == 66
int scanned(int i) { const char *all[] = {"12 34", "0x1f,5", "", "x"}; int a = -1, b = -1, n = sscanf(all[i], "%i %d", &a, &b); return n * 10000 + a * 100 + b; }
// run: scanned(0) == 21234
// run: scanned(1) == 13099
// run: scanned(2) == -10101
// run: scanned(3) == -101
int smallest(int x) { return abs(x); }
// run: smallest(-5) == 5
