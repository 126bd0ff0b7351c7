// test: cli
// Ranges of designators that overlap: the later one counts.
// args: run {file}
// exit: 0
// stdout: 9 9 42 42 42 42 42 0
#include <stdio.h>
int main(void) { int e = 42; int a[8] = { [0 ... 3] = 9, [2 ... 6] = e };
  for (int i = 0; i < 8; i++) printf("%d ", a[i]); return 0; }
