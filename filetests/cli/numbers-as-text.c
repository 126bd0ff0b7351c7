// test: cli
// Floats printed into memory, and read again: the length of the text has bounds, and what is read is the number rounded to its
// digits. Nothing is excluded that a run shows.
// args: gen {file} -f again --emit none
// stdout: read != 1    true  infeasible
// stdout: length > 22  true  infeasible
// stdout: length == 0  true  infeasible
// stdout: 7 covered, 3 infeasible
// args: gen {file} -f price --emit none
// stdout: 4   4 covered
// args: gen {file} -f fits --emit none
// stdout: n > 7  true  infeasible
// stdout: 3 covered, 1 infeasible
// args: gen {file} -f hidden --emit none
// stdout: text[0] == '-'  true  unknown: search did not decide it, and a function in it has no circuit
// args: gen {file} -f after --emit none
// stdout: 6   6 covered
// args: gen {file} -f kept --emit none
// stdout: text[30] != 'x'  true  infeasible
// stdout: 5 covered, 1 infeasible
// args: gen {file} -f nothing --emit none
// stdout: 4   4 covered
#include <math.h>
#include <stdio.h>
int again(double d) {
  char text[32];
  double back = 0;
  int read, length = sprintf(text, "%1.15g", d);
  if (length == 0) return 1;
  if (length > 22) return 2;
  read = sscanf(text, "%lg", &back);
  if (read != 1) return 3;
  if (back > d) return 4;
  if (text[1] == '.') return 5;
  return 0;
}
int price(double d) {
  char text[400];
  sprintf(text, "%.2f", d);
  if (text[0] == '1' && text[1] == '2') return 1;
  return 0;
}
/*@ requires -100 < d && d < 1000; */
int fits(double d) {
  char text[16];
  int n = snprintf(text, sizeof text, "%6.2f", d);
  if (n > 7) return 1;
  if (text[0] == '-') return 2;
  return 0;
}
/*@ requires -9 < d && d < 9; */
int hidden(double d) {
  char text[16];
  sprintf(text, "%6.2f", d);
  if (text[0] == '-') return 1;
  return 0;
}
int after(double d, int i) {
  char text[64] = "abcdefghijklmnopqrstuvwxyz";
  sprintf(text, "%.3e", d);
  if (i >= 0 && i < 64 && text[i] == 'p') return 1;
  return 0;
}
int kept(double d) {
  char text[64] = "abcdefghijklmnopqrstuvwxyzuvwxyz";
  double back;
  text[4] = text[30] = 'x';
  sprintf(text, "%.6g", d);
  if (text[30] != 'x') return 1;
  sscanf(text, "%lf", &back);
  if (text[4] == 'x') return 3;
  if (back > 1) return 2;
  return 0;
}
int nothing(double d) {
  char text[32];
  if (!isnan(d)) return 0;
  sprintf(text, "%f", d);
  if (text[0] == 'n') return 1;
  return 2;
}
