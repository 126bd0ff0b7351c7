// test: cli
// Goals on the whole function do not know of a precondition in C: what they find is asked of it first.
// args: gen {file} -f f --pre ok --emit none --no-replay --exhaust 0
// exit: 0
// stdout: 6   6 covered
// no-stdout: findings
int ok(int *t, int n) {
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++)
    if (t[i] < 0 || t[i] > 9) return 0;
  return 1;
}
int f(int *t, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += 100 / (t[i] + 1);
  if (s == 150) return 1;
  if (s > 250) return 2;
  return 0;
}
