// test: cli
// A pointer that goes round a cycle of N cells, for several N: the turns that end at one cell, and no others.
// args: reach {file}:44 -D N=4
// exit: 0
// stdout: i = 1
// args: reach {file}:44 -D N=4 --when given%4!=1
// exit: 5
// args: reach {file}:44 -D N=8
// exit: 0
// stdout: i = 5
// args: reach {file}:44 -D N=8 --when given>8
// exit: 0
// stdout: i = 13
// args: reach {file}:44 -D N=8 --when given%8!=5
// exit: 5
// args: reach {file}:44 -D N=32
// exit: 0
// stdout: i = 29
// args: reach {file}:44 -D N=32 --when given%32!=29
// exit: 5
// args: reach {file}:44 -D N=64
// exit: 0
// stdout: i = 61
// args: reach {file}:44 -D N=64 --when given>64
// exit: 0
// stdout: i = 125
// args: reach {file}:44 -D N=64 --when given%64!=61
// exit: 5
// args: reach {file}:44 -D N=64 --overflow wrap --when given%64!=61
// exit: 5
#ifndef N
#define N 3
#endif
/*@ requires 0 <= i <= 2 * N; */
int cycle(int i) {
  int given = i;
  void *cell[N], **p = &cell[0];
  for (int k = 0; k < N; k++) cell[k] = &cell[(k + 1) % N];
  while (i > 0) {
    i = i - 1;
    p = *p;
  }
  if (p == &cell[N - 3])
    return given;
  return 0;
}
