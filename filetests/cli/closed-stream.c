// test: cli
// A stream inside of a structure is closed.
// args: gen {file} -f close_it --budget 60s --out {tmp}
// exit: 0
// stdout: close_it, criterion branch: complete
// no-stdout: unknown
#include <stdio.h>
struct s { FILE *f; };
int close_it(struct s *t) { fclose(t->f); return 0; }
