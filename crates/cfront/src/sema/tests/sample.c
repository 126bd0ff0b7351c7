typedef unsigned long size_t;
typedef struct node { int value; struct node *next; unsigned flags : 3, : 0, more : 5; } node;
enum color { RED, GREEN = 5, BLUE };
union u { int i; float f; char bytes[4]; };
static const int table[] = { 1, 2, [4] = 8, [6 ... 8] = 9 };
static struct { const char *name; int (*run)(int, ...); } commands[] = { { "go", 0 }, { .name = "stop" } };
extern int printf(const char *format, ...);
int global, *pointer = &global, matrix[2][3] = { { 1 }, 2, 3 };
char text[] = "a\tb" "c", exact[3] = "xyz";
_Static_assert(sizeof(int) == 4, "int");

/*@ requires \valid(p + (0 .. n - 1)) && 0 <= n <= 5;
    requires \forall integer i; 0 <= i < n ==> p[i] != \null && p[i]->value > 0;
    ensures \result == \old(n) || \exists int k; k < 0;
    assigns global, p[0 .. n - 1]; */
int sum(node **p, int n) {
  int total = 0, i;
  /*@ loop invariant 0 <= i <= n; */
  for (i = 0; i < n && p[i]; i++) {
    total += p[i]->value << (p[i]->flags & 3);
    if (total < 0) continue;
    else if (!p[i]->next) break;
  }
  //@ assert total >= 0 || \true;
  return i ? total : -1;
}

static int classify(enum color c, double x, union u v) {
  switch (c) {
  case RED: return x > 0.5 ? 1 : x <= -.5;
  case GREEN ... BLUE: v.i ^= 0x7f; goto done;
  default: ;
  }
  do { x /= 2; } while (x > 1e-3);
done:
  return (int)x + v.bytes[v.i % 4];
}

int old_style(a, b) short a; char *b; { return a - *b; }

int variable(int n, int m[n][n + 1]) {
  int a[n + 1];
  a[0] = sizeof a + m[0][1];
  return ({ int t = a[0]; t > 3 ? t : 3; }) + __builtin_popcount(n) + (int)sizeof(int[n]);
}

int calls(const char *format, ...) {
  __builtin_va_list list;
  node local = { 1, &local, .more = 2 }, copy = local, *made = &(node){ .value = 3 };
  int (*fp)(node **, int) = sum, result;
  __builtin_va_start(list, format);
  result = __builtin_va_arg(list, int);
  __builtin_va_end(list);
  if (__builtin_expect(!!result, 0)) result = fp(&made, 1) + (*fp)(&made, 2);
  printf("%d %s\n", result, commands[1].name ?: "none");
  asm volatile ("nop" : "+r"(result) :: "memory");
  return _Generic(copy.value, int: result, default: 0) + classify(BLUE, 1.5f, (union u){ .f = 2 }) + table[4];
}
