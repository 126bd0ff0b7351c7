// test: cli
// A clause about a pointer inside data is no constraint for goals: what they find may break it, and is no test then.
// args: gen {file} -f late --emit none --no-replay --engine goals
// no-stdout: findings
// no-stderr: internal error
// args: gen {file} -f late --emit none --no-replay
// exit: 0
// stdout: 2   2 covered
/*@ requires \valid(t) && \valid(*t + (0 .. 3)); */
int late(int **t, unsigned a) {
  if (a * 7u == 9u) return (*t)[1];
  return 0;
}
