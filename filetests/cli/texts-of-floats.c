// test: cli
// Numbers read from text; errno begins as zero on every path; a block longer than is followed is no promise.
// args: gen {file} -f half --emit none
// stdout: 2   2 covered
// args: gen {file} -f of_float --emit none
// stdout: 2   2 covered
// args: gen {file} -f wide --emit none
// stdout: 4   4 covered
// args: gen {file} -f set_on_one_path --emit none
// stdout: n == 12  true  infeasible
// stdout: 7 covered, 1 infeasible
// args: gen {file} -f copied --emit none
// stdout: 8   8 covered
#include <errno.h>
#include <stdlib.h>
#include <string.h>
int half(const char *s) { if (atof(s) == 0.5) return 1; return 0; }
int of_float(const char *s) { if (strtof(s, NULL) == 1.5f) return 1; return 0; }
int wide(const char *s) { char *e; if (strtold(s, &e) == 3.0L && *e == ';') return 1; return 0; }
int set_on_one_path(const int *a) {
  int i, n = 0;
  for (i = 0; i < 12; i++) { if (a[i] > 5) errno = ERANGE; else n++; }
  if (errno == ERANGE && n == 12) return 1;
  return 0;
}
int copied(const char *s, size_t n) {
  char buf[512];
  if (n == 0 || n >= sizeof buf) return 0;
  memcpy(buf, s, n);
  buf[n] = 0;
  if (buf[0] == 'x' && n > 70) return 1;
  return 2;
}
