// test: cli
// What the papers on goals ask of their examples: every solution, and every refutation.
// args: reach {file}:53 -f fact
// exit: 0
// stdout: i = 2
// args: reach {file}:53 -f fact --when j!=2
// exit: 5
// args: reach {file}:65 -f example2
// exit: 0
// stdout: x = 2
// stdout: y = 3
// args: reach {file}:65 -f example2 --when x!=2
// exit: 5
// args: reach {file}:86 -f sample
// exit: 0
// stdout: returns 13
// args: reach {file}:86 -f sample --when a[2]*a[2]==a[0]*a[0]+a[1]*a[1]
// exit: 0
// stdout: returns 13
// args: reach {file}:86 -f sample --when a[2]*a[2]==a[0]*a[0]+a[1]*a[1]&&target!=3&&target!=4&&target!=5
// exit: 5
// args: reach {file}:101 -f gcd --when y>10
// exit: 5
// stdout: assuming
// args: reach {file}:101 -f gcd --when y==10
// exit: 0
// stdout: x = 10
// args: reach {file}:112 -f power --when y>=900&&y<=1100
// exit: 0
// stdout: x = 10
// stdout: n = 3
// args: reach {file}:112 -f power --when y>=10&&y<=14&&n!=0
// exit: 5
// args: reach {file}:112 -f power --when y>14&&y<64
// exit: 5
// args: reach {file}:122 -f sum --when s>=50&&s<=60
// exit: 0
// stdout: i = 10
// args: reach {file}:122 -f sum --when s<0
// exit: 5
// args: reach {file}:129 -f diverge --when x<10
// exit: 5
#define N 3

/* E1: the only input is 2. */
int fact(unsigned i) {
  unsigned j = 1;
  while (i != 0) {
    j = j * i;
    i = i - 1;
  }
  if (j == 2)
    i = 2;
  return j;
}

/* E2: (2, 3) and no other. */
/*@ requires x >= 0 && y >= 0; */
int example2(int x, int y) {
  int z = x * y, t = 2 * x;
  if (z <= 8)
    if (x > 1) {
      t = t - y;
      if (t == 1)
        return 4;
    }
  return 0;
}

/* E3: SAMPLE. */
/*@ requires \forall integer i; 0 <= i < 3 ==> 1 <= a[i] <= 9;
    requires \forall integer i; 0 <= i < 3 ==> 1 <= b[i] <= 9;
    requires \valid_read(a + (0 .. 2));
    requires \valid_read(b + (0 .. 2));
    requires 1 <= target <= 9; */
int sample(const int *restrict a, const int *restrict b, int target) {
  int i, fa = 0, fb = 0;
  for (i = 0; i < N; i++)
    if (a[i] == target) fa = 1;
  if (fa) {
    fb = 1;
    for (i = 0; i < N; i++)
      if (b[i] != target) fb = 0;
  }
  if (fb)
    return 13;
  return 14;
}

/*@ requires 1 <= x <= 10;
    requires 10 <= y <= 20; */
unsigned gcd(unsigned x, unsigned y) {
  while (x > 0) {
    if (x < y) {
      x = x + y;
      y = x - y;
      x = x - y;
    }
    x = x - y;
  }
  return y;
}

/*@ requires 8 <= x <= 12;
    requires 0 <= n <= 10; */
int power(int x, int n) {
  int y = 1;
  while (n >= 1) {
    y = y * x;
    n = n - 1;
  }
  return y;
}

/*@ requires i > 0; */
int sum(int i) {
  int s = 0;
  while (i > 0) {
    s = s + i;
    i = i - 1;
  }
  return s;
}

/* A loop that never ends once it begins. */
int diverge(int x) {
  while (x < 10)
    x = x - 1;
  return x;
}
