// test: cli
// The sign and payload of a NaN that was computed are up to the compiler: whoever reads its bytes, nothing is excluded by them.
// args: gen {file} -f compared --emit none
// no-stdout: 1 infeasible
// args: gen {file} -f compared_with_bytes --emit none
// no-stdout: 1 infeasible
// args: gen {file} -f searched --emit none
// no-stdout: 1 infeasible
// args: gen {file} -f folded --emit none
// no-stdout: 1 infeasible
// args: gen {file} -f bytes_of_folded --emit none
// no-stdout: 1 infeasible
// args: gen {file} -f as_text --emit none
// stdout: 4   4 covered
// args: gen {file} -f sum_of_bytes --emit none
// no-stdout: 1 infeasible
// args: gen {file} -f sign_of_root --emit none
// no-stdout: 1 infeasible
// What is not computed keeps its bits, and tests pass it with them.
// args: gen {file} -f negated --emit none
// stdout: 2   2 covered
// args: gen {file} -f quiet --emit none
// stdout: 2   2 covered
// args: gen {file} -f signalling --emit none
// stdout: 4   4 covered
// args: gen {file} -f wide --emit none
// stdout: 4   4 covered
// args: gen {file} -f wide_value --emit none
// stdout: 2   2 covered
#include <math.h>
#include <stdint.h>
#include <string.h>
int compared(double x) { double y = x - x, z = NAN; if (memcmp(&y, &z, sizeof y) == 0) return 1; return 0; }
int compared_with_bytes(double x) {
  double y = x - x;
  unsigned char bytes[8] = {0, 0, 0, 0, 0, 0, 0xf8, 0xff};
  if (memcmp(&y, bytes, 8) == 0) return 1;
  return 0;
}
int searched(double x) { double y = x - x; if (y == y) return 0; if (memchr(&y, 0xff, 8)) return 1; return 2; }
int folded(int a) {
  double y = 0.0, z = y / y;
  uint64_t bits;
  memcpy(&bits, &z, 8);
  if (bits >> 63) return a;
  return 0;
}
int bytes_of_folded(int a) {
  double y = 0.0, z = y / y;
  unsigned char *bytes = (unsigned char *)&z;
  if (bytes[7] & 0x80) return a;
  return 0;
}
int as_text(float x) { float y = x - x; if (y == y) return 0; if (strlen((char *)&y) == 0) return 1; return 2; }
int sum_of_bytes(double x) {
  double y = x * 0.0;
  const unsigned char *bytes = (const unsigned char *)&y;
  unsigned sum = 0;
  if (y == 0) return 0;
  for (int i = 0; i < 8; i++) sum += bytes[i];
  if (sum == 0x7f + 0xf9) return 1;
  return 2;
}
int sign_of_root(double x) { double y = sqrt(x); if (isnan(y) && !signbit(y)) return 1; return 0; }
int negated(double x) { double y = -x; uint64_t u; memcpy(&u, &y, 8); if (u == 0x7ff8000000000001u) return 1; return 0; }
int quiet(float x) { unsigned u; memcpy(&u, &x, 4); if (u == 0x7fc00001u) return 1; return 0; }
int signalling(double x) {
  union { double f; uint64_t u; } v;
  v.f = x;
  if ((v.u >> 32) == 0x7ff00000 && (uint32_t)v.u != 0) return 1;
  return 0;
}
int wide(long double x) {
  long double y = -x;
  uint16_t top;
  memcpy(&top, (char *)&y + 8, 2);
  if (y == y) return 0;
  if (top >> 15) return 1;
  return 2;
}
int wide_value(long double x) { if (x == 1.5L) return 2; return 0; }
