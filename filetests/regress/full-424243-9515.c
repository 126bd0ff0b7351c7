// test: lower
// Unit 9515 of seed 424243.
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
typedef struct { unsigned long m0[3]; unsigned m1 : 26; unsigned m2; int m3; } u_R0;
typedef struct { u_R0 m0; unsigned long long m1; int m2 : 26; } u_R1;
typedef struct { unsigned m0 : 1; long m1; } u_R2;
static u_R0 u_change0(u_R0 r, int x) { unsigned long long h = 1;
u_R2 v1 = { .m0 = ((unsigned)(((double)(r.m0[0])))), .m1 = (long)(((r.m0[((unsigned)(x ^ 1258577798u) % 3)]))) };
v1 = u_change2(v1, (int)(r.m0[((unsigned)(x * 1332572308u) % 3)]));
(void)h; return r; }
static u_R1 u_change1(u_R1 r, int x) { unsigned long long h = 1;
{ int n2 = 2; switch (((unsigned)(x - 2916959659u) % 3)) { case 0: do { {
} case 2:; } while (--n2 > 0); } }
(void)h; return r; }
static u_R2 u_change2(u_R2 r, int x) { unsigned long long h = 1;
if ((signed char)19) {
}
(void)h; return r; }
static int u_h7(unsigned short v8, unsigned long v9, double v10) { unsigned long long h = 1;
switch ((int)(((((((v10 * v9)) ? (__builtin_ffsl(((long)full_toi(0.5)))) : ((v8 + (v9))))))) & 15)) {
case 0: {
}
}
return (int)(v9) + (int)(h & 7); }
static u_R1 u_g13 = { { .m0 = { [0 ... 2] = 0xa39fc1c3f0a89737ul }, .m1 = 3815021317u, .m2 = 16u, .m3 = (-2147483647 - 1) }, 719311735600447044ull, -1 };
static float u_h15(int v16, char v17) { unsigned long long h = 1;
{ int n18 = 1; while (n18-- > 0 && ((-(0.5L)))) {
} }
{ int n19 = 2; switch (((unsigned)(v16 * 2744028865u) % 3)) { case 0: do { {
} case 2:; } while (--n19 > 0); } }
return (float)(((void)(u_h7((unsigned short)(((v16) && (1403010364382687212ull))), (unsigned long)((v16 + v17)), (double)(u_h7((unsigned short)(v16), ((unsigned long)full_toi(123456.75L)), (double)(u_g13.m0.m3))))), (1))) + (float)(h & 7); }
static unsigned long long u_entry(unsigned char v20, int v21, long v22, int v23) { unsigned long long h = 1;
{ char b26[32] = "a,b"; strcat(b26, ","); strncat(b26, "!?.;:-", ((unsigned)(v23 ^ 5u) % 6)); h = full_text(h, b26);
memmove; h = full_mix(h, strcspn(b26, "o!")); }
{ int n28 = 1; while (n28-- > 0 && ((+ u_h7((unsigned short)(20), (unsigned long)(v23), (double)(v22))))) {
for (int v29 = 0; v29 < 0; v29++) {
}
{ int n30 = 2; switch (2) { case 0: do { {
{ int n31 = 1; do {
} while (--n31 > 0 && (((({ long long t32 = v23; for (int i = 0; i < 2; i++) if ((v23) & i) t32 += 1; t32; })) && (1e10)))); }
{ char b33[32] = "x"; strcat(b33, ","); strncat(b33, "!?.;:-", ((unsigned)(v20 ^ 4u) % 6)); h = full_text(h, b33);
memmove(b33 + 1, b33, strlen(b33) + 1); h = (h, strspn(b33, "hel")); h = full_mix(h, strcspn(b33, "o!")); }
} case 2:; } while (--n30 > 0); } }
} }
return h; }
unsigned long long u_run(unsigned long long n) {
return u_entry((unsigned char)(full_input(n * 8 + 0)), (int)(full_input(n * 8 + 1)), (long)(full_input(n * 8 + 2)), (int)(full_input(n * 8 + 3))); }
