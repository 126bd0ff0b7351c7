// test: cli
// Where few inputs are admissible they are all run, which is the proof; a loop without end is cut and said so.
// args: gen {file} -f f --criterion path --emit none --no-replay
// exit: 1
// stdout: 2   feasible, 1 cut, incomplete: all 256 admissible inputs were run
// stdout: some prefixes were cut: a path is too long
int f(unsigned char x) {
  if (x == 7)
    for (;;) x ^= 1;
  if (x > 100) return 1;
  return 0;
}
