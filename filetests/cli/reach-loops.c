// test: cli
// Loops that no bound limits.
// args: reach {file}:37 -f count_down --when c==20000
// exit: 0
// stdout: n = 20000
// args: reach {file}:37 -f count_down --when c<0
// exit: 5
// args: reach {file}:43 -f even_sum --when s&1
// exit: 5
// args: reach {file}:43 -f even_sum --when s==5000
// exit: 0
// stdout: n = 2500
// args: reach {file}:50 -f nested --when c<0
// exit: 5
// args: reach {file}:50 -f nested --when c==6
// exit: 0
// args: reach {file}:55 -f endless
// exit: 5
// args: reach {file}:63 -f search --when i>n
// exit: 5
// stdout: assuming n >= 0
// args: reach {file}:63 -f search --when i<n&&i==2
// exit: 0
// args: reach {file}:72 -f in_step --when i!=j
// exit: 5
// args: reach {file}:82 -f ask_deep --when d==1000
// exit: 0
// stdout: n = 1000
// args: reach {file}:82 -f ask_deep --when d==100000
// exit: 1
int count_down(int n) {
  int c = 0;
  while (n > 0) {
    n--;
    c++;
  }
  return c;
}

int even_sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += 2;
  return s;
}

int nested(int n, int m) {
  int c = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) c++;
  return c;
}

int endless(int x) {
  for (;;) x ^= 1;
  return x;
}

/*@ requires n >= 0;
    requires \valid_read(a + (0 .. n - 1)); */
int search(const int *a, int n, int key) {
  int i = 0;
  while (i < n && a[i] != key) i++;
  return i;
}

int in_step(int n) {
  int i = 0, j = 0;
  while (i < n) {
    i++;
    j++;
  }
  return i;
}

/* A function that calls itself is not followed for good: a bound of ours is no proof. */
int deep(int n) {
  if (n <= 0) return 0;
  return deep(n - 1) + 1;
}
int ask_deep(int n) {
  int d = deep(n);
  return d;
}
