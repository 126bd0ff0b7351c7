// test: lower
// Unit 7544 of seed 11.
unsigned long strlen(const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, unsigned long);
int memcmp(const void *, const void *, unsigned long);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
char *strcat(char *, const char *);
char *strncat(char *, const char *, unsigned long);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
unsigned long strspn(const char *, const char *);
unsigned long strcspn(const char *, const char *);
int atoi(const char *);
long strtol(const char *, char **, int);
double strtod(const char *, char **);
int isalpha(int), isdigit(int), isspace(int), isupper(int), isxdigit(int), ispunct(int), toupper(int), tolower(int);
int abs(int);
long labs(long);
double fabs(double), floor(double), ceil(double), trunc(double), sqrt(double), rint(double), round(double);
void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
void free(void *);
int snprintf(char *, unsigned long, const char *, ...);
int sscanf(const char *, const char *, ...);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));

static int full_zero;
static void full_look(unsigned long long value) { (void)value; }
static unsigned long long full_mix(unsigned long long h, unsigned long long value) {
  full_look(value);
  return (h ^ value) * 1099511628211ull + (h >> 47);
}
/* Which NaN a computation gives differs between machines. */
static unsigned long long full_mixd(unsigned long long h, double value) {
  unsigned long long bits = 7;
  if (value == value) memcpy(&bits, &value, sizeof bits);
  return full_mix(h, bits);
}
static unsigned long long full_mixl(unsigned long long h, long double value) {
  return full_mixd(full_mixd(h, value), value - (double)value);
}
static unsigned long long full_text(unsigned long long h, const char *text) {
  while (*text) h = full_mix(h, (unsigned char)*text++);
  return full_mix(h, 256);
}
static long full_toi(double value) { return value > -1e9 && value < 1e9 ? (long)value : 3; }
static double full_clean(double value) { return value == value ? value : 0; }
/* A number that prints alike everywhere and not too long. */
static double full_tame(double value) { return value > -1e18 && value < 1e18 ? value : 0.5; }
static int full_sign(int value) { return (value > 0) - (value < 0); }
static int full_least(int a, int b) { return a < b ? a : b; }
static int full_most(int a, int b) { return a > b ? a : b; }
static int full_second(int a, int b) { (void)a; return b; }
static int (*full_choose(int n))(int, int) { return n == 0 ? full_least : n == 1 ? full_most : full_second; }
static int full_order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
typedef struct { int first; double second; } full_pair;
typedef struct full_node { long value; struct full_node *next; } full_node;
typedef struct { int n; short data[]; } full_flex;
static unsigned long long full_va(unsigned long long h, const char *kinds, ...) {
  __builtin_va_list list, copy;
  __builtin_va_start(list, kinds);
  __builtin_va_copy(copy, list);
  for (; *kinds; kinds++) {
    switch (*kinds) {
    case 'c':
    case 'i': h = full_mix(h, __builtin_va_arg(list, int)); break;
    case 'l': h = full_mix(h, __builtin_va_arg(list, long)); break;
    case 'd': h = full_mixd(h, __builtin_va_arg(list, double)); break;
    case 'w': h = full_mix(h, __builtin_va_arg(list, __int128) >> 3); break;
    case 'r': { full_pair pair = __builtin_va_arg(list, full_pair); h = full_mixd(full_mix(h, pair.first), pair.second); break; }
    }
  }
  h = full_mix(h, __builtin_va_arg(copy, int));
  __builtin_va_end(copy);
  __builtin_va_end(list);
  return h;
}
/* Small numbers, limits of types and anything else. */
static unsigned long long full_input(unsigned long long n) {
  static const unsigned long long limits[] = { 0, 1, ~0ull, 127, 128, 255, 32767, 65536, 2147483647, 2147483648u, 9223372036854775807ull, 1ull << 63 };
  unsigned long long mixed = (n + 1) * 0x9e3779b97f4a7c15ull;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
  mixed ^= mixed >> 27;
  switch (mixed & 3) {
  case 0: return limits[(mixed >> 8) % (sizeof limits / sizeof *limits)];
  case 1: return mixed;
  default: return (mixed >> 8) % 40 - 12;
  }
}
typedef struct { int m0[3]; unsigned long m1 : 54; short m2; } u_R0;
static u_R0 u_change0(u_R0 r, int x) { unsigned long long h = 1;
{ static void *t4[] = { &&l1};;
l1: {
} goto l3;
l2: {
}
l3:; }
(void)h; return r; }
static int u_h6(int v7, unsigned long long v8, unsigned char v9) { unsigned long long h = 1;
{ char b10[400]; int nb10 = snprintf(b10, sizeof b10, "%#x10g", (int)(int)(((unsigned)(v8))), (long)(long)((!((!(v8))))), full_tame((double)(((7u * (((((int)full_toi(0x1.8p3))) & 15) ?: 16))))));
h  = full_text(h, b10); }
{ int n11 = 1; while (n11-- > 0 && (((((v8) / (((v9) & 15) ?: 16))) <= (((0L) || (v9)))))) {
{ int n12 = ((unsigned)(v7 ^ 7u) % 5) + 1; char a13[n12]; for (int i14 = 0; i14 < n12; sizeof a13); }
} }; }
static u_R0 u_g18 = { .m0 = { }, .m1 = 0xa989d53e1b9d7bf4ul, .m2 = (short)-1 };
static long u_h19(v20) double v20;  { unsigned long long h = 1;
for (int v23 = 0; v23 < 4; v23++) {
}
return (long)((+(((strchr("-77", 'a' + (int)((((long)full_toi(v20))) & 3)) != 0) * (((unsigned __int128)136911918421738481ul << 64) | 17524725557982525570ul))))) ; }
static unsigned long long u_entry(double v27, char v28, double v29) { unsigned long long h = 1;
{ int *p32 = calloc(4, sizeof(int)); p32[1] = (int)(((((int)full_toi(((0.0) ? (v29) : (v28))))) % ((((11 + u_g18.m1)) & 15) ?: 16))); p32 = realloc(p32, 3 * sizeof(int));for (int i33 = 0; i33 < 3; i33++) h = full_mix(h, (unsigned long long)(p32[i33]));
free(p32); }
{ full_node n34[3] = { { (long)(long)((((v29) && (v28)) - ((v27) || (v27)))), 0 }, { 2, + 1 } }; n34[0].next = v29 ? 0 : &n34[1]; n34[1].next = 0;
for (full_node *p35 = &n34[2]; p35; p35 = p35->next) h = full_mix(h, p35->value); }
{ char b37[32] = "x"; strcat(b37, "o"); strncat(b37, "!?.;:-", ((unsigned)(v28 * 1057336931u) % 6)); h = full_text(h, b37);  h = full_mix(h,(b37, "o!")); }
return h; }
unsigned long long u_run(unsigned long long n) {
return u_entry((double)(long)(full_input(n * 8 + 0)) / 8, (char)(full_input(n * 8 + 1)), (double)(long)(full_input(n * 8 + 2)) / 8); }
