// test: parse
int f(int a, int b, int *p) {
  int t = a ? b : a ? b : a;
  t = a = b;
  t += a << 2 | b & 3 ^ ~a;
  t = (a, b);
  t = sizeof a + sizeof(int) + sizeof(int[3]) + sizeof *p++;
  t = -+!~a + -a-- - --b;
  t = (int)(char)a * (int){5};
  t = p[1] + *p + (&a)[0] + "xyz"[1] + L'x' + 'ab';
  return a && b || !a && !b;
}
