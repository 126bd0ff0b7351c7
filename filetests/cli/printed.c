// test: cli
// What is printed is asserted, and compiled code prints the same; but no text with addresses in it. What `__FILE__` is depends on who
// includes the file: the test file stands elsewhere, and passes.
// args: gen {file} --out {tmp} --json - -- -Wall -Wextra -Werror
// exit: 0
// stdout: "stderr": "negative -1\n"
// stdout: "stdout": "0,a00\n1,b11\n2,c22\nend\n"
// stdout: "stderr": "n: Success\n"
// stdout: "stdout": "ok \"0.50\"\n"
// no-stdout: 0x
// no-stdout: left out
#include <stdio.h>
int warn(int n) { if (n < 0) { fprintf(stderr, "negative %d\n", n); return -1; } return n; }
void table(int n) { for (int i = 0; i < n && i < 3; i++) printf("%d,%c%02x\n", i, 'a' + i, i * 17); puts("end"); fflush(stdout); }
int complain(int n) { if (n > 9) { perror("n"); return 1; } return 0; }
void quoted(int n) { if (n == 3) printf("ok \"%.2f\"\n", 0.5); }
void where(const int *p) { printf("%d at %p\n", *p, (const void *)p); }
void fault(int n) { if (n == 3) fprintf(stderr, "%s:%d: no\n", __FILE__, n); }
