// test: cli
// A C function as precondition: no branch of it is an event, so that each path of the function has one test.
// args: gen {file} -f find --pre sorted --criterion path --emit none --no-replay
// exit: 0
// stdout: 9   feasible
// stdout: complete
// stdout: t[0] > t[1]  true  infeasible
// stdout: sorted does not return 0
int sorted(int *t, int n) {
  if (n < 0 || n > 4) return 0;
  for (int i = 0; i + 1 < n; i++)
    if (t[i] > t[i + 1]) return 0;
  return 1;
}
int find(int *t, int n) {
  for (int i = 0; i < n; i++)
    if (t[i] == 7) return i;
  if (n > 1 && t[0] > t[1]) return -2;
  return -1;
}
