// test: cli
// The low bits of addresses are known: what pointers lead to begins at an address divisible by 16.
// args: gen {file} -f words --emit none
// exit: 0
// stdout: 5 covered, 1 infeasible
// args: gen {file} -f local --emit none
// exit: 1
// stdout: a pointer made an integer

/*@ requires \valid_read(s + (0 .. 15)); */
int words(const char *s, int n) {
  if ((unsigned long)s % 8) return 1;
  if (n < 0 || n > 15) return 2;
  s += n;
  return ((unsigned long)s & 3) == 2;
}

/* Where a local lies is for the compiler to say. */
int local(int n) {
  char room[8];
  room[0] = 1;
  if ((unsigned long)room & 1) return n;
  return 0;
}
