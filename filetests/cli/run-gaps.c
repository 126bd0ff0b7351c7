// test: cli
// What only shows when it is executed: the run ends there, with the place and the reason.
// args: run {file}
// exit: 1
// stdout: before
// stderr: run-gaps.c:11:
// stderr: not modelled: long double in printf
#include <stdio.h>
int main(void) {
  puts("before");
  printf("%.1Lf %Lf\n", 1.5L, 1.1L);
  return getchar();
}
