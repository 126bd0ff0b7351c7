/* Loops whose turns no bound limits; what each question's answer is stands beside it. */

int count_down(int n) {
  int c = 0;
  while (n > 0) {
    n--;
    c++;
  }
  if (c < 0) return 1;      /* never */
  if (c == 20000) return 2; /* n = 20000 */
  return 0;
}

int even_sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += 2;
  if (s & 1) return 1; /* never */
  return 0;
}

int nested(int n, int m) {
  int c = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) c++;
  if (c < 0) return 1; /* never: the sum would have trapped */
  return 0;
}

int endless(int x) {
  for (;;) x ^= 1;
  if (x == 3) return 1; /* neither outcome */
  return 0;
}

/*@ requires n >= 0;
    requires \valid_read(a + (0 .. n - 1)); */
int search(const int *a, int n, int key) {
  int i = 0;
  while (i < n && a[i] != key) i++;
  if (i > n) return -2; /* never */
  if (i < n) return i;
  return -1;
}

int in_step(int n) {
  int i = 0, j = 0;
  while (i < n) {
    i++;
    j++;
  }
  if (i != j) return 1; /* never */
  return 0;
}

int gcd(int a, int b) {
  if (a <= 0 || b <= 0) return 0;
  while (a != b) {
    if (a > b) a -= b;
    else b -= a;
  }
  if (a <= 0) return -1; /* never */
  if (a == 7) return 2;
  return 1;
}

int length(const char *s) {
  int n = 0;
  while (*s) {
    s++;
    n++;
  }
  if (n < 0) return 1; /* never */
  if (n == 5) return 2;
  return 0;
}

int collatz(unsigned n) {
  int k = 0;
  while (n != 1 && k < 1000) {
    if (n & 1) n = 3 * n + 1;
    else n /= 2;
    k++;
  }
  if (k > 1000) return 1; /* never */
  return 0;
}
