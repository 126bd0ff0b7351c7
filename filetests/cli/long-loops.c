// test: cli
// Loops of billions of turns are not unfolded; compiled code shows that the input gets through them.
// args: reach {file}:22 -f count --when c==3000000000u
// exit: 0
// stdout: is reached by count, compiled, with
// stdout: n = 3000000000
// args: reach {file}:20 -f count --when n>0&&c>n+c
// exit: 5
// args: gen {file} -f far --emit none --budget 60s
// exit: 0
// stdout: 4 covered
// args: gen {file} -f far --emit none --no-replay
// exit: 1
// stdout: runs longer than the interpreter may

int count(unsigned n) {
  unsigned c = 0;
  while (n > 0) {
    n--;
    c++;
  }
  return c == 7;
}

int far(unsigned n) {
  unsigned c = 0;
  while (n > 0) {
    n--;
    c++;
  }
  if (c == 4000000000u) return 1;
  return 0;
}
