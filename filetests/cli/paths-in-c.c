// test: cli
// When a path is taken and what it computes, in C; and several inputs of a path.
// args: gen {file} -f f --criterion path --predicates --emit none --no-replay --json -
// exit: 0
// stdout: "predicate": "x < 0"
// stdout: "predicate": "x >= 0 && x != t[1]"
// stdout: "returns": "x ^ 1"
// stdout: "t[0]": "x"
// args: gen {file} -f f --criterion path --predicates --emit none --no-replay
// stdout: paths in C
// stdout: x < 0                return: -1
// stdout: x >= 0 && x == t[1]  return: x ^ 1; t[0] = x
// args: gen {file} -f h --criterion path --predicates --overflow wrap --exhaust 0 --emit none --no-replay
// stdout: a < 100 && n <= 2  return: a + 2 * n
// stdout: a >= 100           return: 7
// args: gen {file} -f f --criterion path --tests-per-path 3 --exhaust 0 --emit none --no-replay
// stdout: 9   9 not replayed
// stdout: 3   feasible
// args: gen {file} -f g --criterion path --tests-per-path 5 --emit none --no-replay
// stdout: 3   3 not replayed
// args: gen {file} -f g --criterion boundary --emit none --no-replay
// stdout: 3   3 covered
// args: gen {file} --tests-per-path 0
// exit: 3
// stderr: --tests-per-path
/*@ requires \valid(t + (0 .. 1)); requires -100 <= x <= 100; */
int f(int x, int *t) {
  if (x < 0) return -1;
  if (x != t[1]) return 2;
  t[0] = x;
  return x ^ 1;
}
/*@ requires 2 <= n <= 9; */
int h(int a, int n) {
  if (a >= 100) return 7;
  for (int i = 0; i < n; i++)
    if (i > 1) return 5;
  return a + 2 * n;
}
/*@ requires 1 <= x <= 3; */
int g(int x) { return x == 2 ? 4 : 5; }
