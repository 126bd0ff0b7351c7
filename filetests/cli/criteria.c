// test: cli
// Statements, and the two ways to show that a condition decides.
// args: gen {file} -f pick --criterion statement --emit none
// exit: 0
// stdout: 4 covered
// args: gen {file} -f pick --criterion mcdc --emit none
// exit: 0
// stdout: 6 covered
// args: gen {file} -f pick --criterion mcdc --mcdc unique --emit none
// exit: 0
// stdout: 6 covered
// args: gen {file} -f coupled --criterion mcdc --emit none
// exit: 0
// stdout: 8 covered
// args: gen {file} -f coupled --criterion mcdc --mcdc unique --emit none
// exit: 0
// stdout: 6 covered, 2 infeasible
// args: gen {file} -f dead --criterion statement --emit none
// exit: 0
// stdout: 2 covered, 1 infeasible
int pick(int a, int b, int c) {
  int r = 0;
  if ((a > 1 || b > 2) && c == 3) {
    r = 1;
  } else {
    r = 2;
  }
  return r;
}

/* `a` stands in two places, so that the two cannot differ alone. */
int coupled(int a, int b, int c) {
  return (a > 0 && b) || (a > 0 && c);
}

int dead(unsigned x) {
  if (x / 2 > 2147483647u) return 1;
  return 0;
}
