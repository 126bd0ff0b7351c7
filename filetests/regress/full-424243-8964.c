// test: lower
// Unit 8964 of seed 424243.
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
 u_h1( v2) {  long h = 1;
{ int n34; while (0 && ((v2 * full_sign(strncmp("12x", "ab", (unsigned)(v2) % 5))))) {
if (__builtin_choose_expr(1, ((~(((v2) << ((v2) & 31))))), 0)) {
{ int n5 ; while (n5 && (( ((v2) != (v2))))) {
} }
}
} }
return (_Bool)(abs((short)(( (((unsigned __int128)20887699705435339ul << 64) | 2673625562295723494ul))))); }unsigned u_g6 = 9u;
static unsigned u_g7[4] = {};
static _Bool u_g8 ;
staticu_h9(__int128 v10) {  long h =(ceil((((((unsigned char)4) )) ? ((17LL + u_g7[(( 3048221624u) % 4)])) : (u_g6)))) + ( 7); }u_entry(unsigned v13, int v14, long v15, int v16) { unsigned long long h = 1;
h = full_mixl(h, (0.0L - ({ __typeof__((unsigned short)0) t22 = (u_g8 - u_g8); for (int i = 0; i < 2; i++) if (((signed char)8) & i) ; t22; })));
for (int v23 = 0; v23 < 4; v23++) {
}
return h; }
unsigned long long u_run(n) {
return u_entry((unsigned)(full_input(n * 8 + 0)), (int)(full_input(n * 8 + 1)), (long)(full_input(n * 8 + 2)), (int)(full_input(+ 3))); }
