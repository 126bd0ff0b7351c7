// test: cli
// Goals behind pointers: every solution, and every refutation; with wrap-around there are more solutions.
// args: reach {file}:47 -f f
// exit: 0
// stdout: c = 1
// args: reach {file}:47 -f f --when c!=1
// exit: 5
// args: reach {file}:59 -f foo97
// exit: 0
// stdout: i = 5
// args: reach {file}:59 -f foo97 --when i!=5
// exit: 5
// args: reach {file}:59 -f foo97 --when i!=5 --overflow wrap
// exit: 0
// stdout: i = -
// args: reach {file}:73 -f lh98
// exit: 0
// args: reach {file}:73 -f lh98 --when given==8
// exit: 0
// stdout: h = 8
// args: reach {file}:73 -f lh98 --when given==9
// exit: 0
// stdout: h = 9
// args: reach {file}:73 -f lh98 --when given!=8&&given!=9
// exit: 5
// args: reach {file}:87 -f jos97
// exit: 0
// stdout: i = 2
// args: reach {file}:87 -f jos97 --when given>60
// exit: 0
// stdout: i = 62
// args: reach {file}:87 -f jos97 --when given%3!=2
// exit: 5
// stdout: assuming i <= 64
// args: reach {file}:102 -f cycle --when given!=13
// exit: 0
// stdout: i = 29
// args: reach {file}:102 -f cycle --when given%16!=13
// exit: 5
/* The pointer programs of the goal-oriented paper, with what they were given kept aside. */
int f(int i, int j, int c) {
  int *p = &j;
  if (c == 1) p = &i;
  i = 0;
  *p = 1;
  if (i != 0)
    return 1;
  return 0;
}

int foo97(int i) {
  int j, k, r, *p;
  j = 0, k = 0, p = &j;
  if (i < 6) j = 2;
  else p = &k;
  r = *p;
  *p = r * i;
  if (j > 8)
    return 1;
  return 0;
}

int lh98(int h) {
  int given = h, g, **p, *q, *r, *t;
  g = 3, q = &h, r = &g, p = &r;
  if (h < 10) {
    g = (h + 2) * 5;
    p = &q;
  }
  t = *p;
  h = 2 * g + *t;
  if (h > 100)
    return 1;
  return 0;
}

/*@ requires i <= 64; */
int jos97(int i) {
  int given = i;
  void *a, *b, *c, **p;
  p = &a, a = &b, b = &c, c = &a;
  while (i > 0) {
    i = i - 1;
    p = *p;
  }
  if (p == &c)
    return 1;
  return 0;
}

/* A longer cycle. */
/*@ requires i <= 40; */
int cycle(int i) {
  int given = i;
  void *cell[16], **p = &cell[0];
  for (int k = 0; k < 16; k++) cell[k] = &cell[(k + 1) % 16];
  while (i > 0) {
    i = i - 1;
    p = *p;
  }
  if (p == &cell[13])
    return 1;
  return 0;
}
