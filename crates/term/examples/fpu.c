// Operations of the machine in all four rounding modes, as records of five words for the example `fpu`:
//     cc -O1 -frounding-math -mfma -o fpu fpu.c -lm && ./fpu 100000000 1 | cargo run --release -p term --example fpu
// Subnormal numbers, ties and neighbours of powers of two come up far more often than by chance.
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static uint64_t dice(void) {
  uint64_t z = (seed += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

static uint64_t number(int fraction_bits, int exponent_bits) {
  uint64_t r = dice(), fractions = (1ull << fraction_bits) - 1, exponents = (1ull << exponent_bits) - 1;
  uint64_t fraction, exponent;
  switch (r & 7) {
  case 0: fraction = 0; break;
  case 1: fraction = fractions; break;
  case 2: fraction = 1; break;
  case 3: fraction = fractions << dice() % fraction_bits & fractions; break;
  case 4: fraction = 1ull << dice() % fraction_bits; break;
  default: fraction = dice() & fractions;
  }
  switch (r >> 3 & 7) {
  case 0: exponent = 0; break;
  case 1: exponent = exponents - dice() % 3; break;
  case 2: exponent = dice() % 3; break;
  case 3: exponent = dice() & exponents; break;
  default: exponent = (exponents >> 1) + dice() % 70 - 35;
  }
  return (r >> 6 & 1) << (fraction_bits + exponent_bits) | (exponent & exponents) << fraction_bits | fraction;
}

static uint64_t single(int op, const uint64_t *v) {
  volatile float n[3], r = 0;
  for (int i = 0; i < 3; i++) {
    uint32_t bits = (uint32_t)v[i];
    float x;
    memcpy(&x, &bits, 4);
    n[i] = x;
  }
  switch (op) {
  case 0: r = n[0] + n[1]; break;
  case 1: r = n[0] - n[1]; break;
  case 2: r = n[0] * n[1]; break;
  case 3: r = n[0] / n[1]; break;
  case 4: r = fmaf(n[0], n[1], n[2]); break;
  case 5: r = sqrtf(n[0]); break;
  default: r = rintf(n[0]);
  }
  float x = r;
  uint32_t bits;
  memcpy(&bits, &x, 4);
  return x != x ? 0x7fc00000 : bits;
}

static uint64_t twofold(int op, const uint64_t *v) {
  volatile double n[3], r = 0;
  for (int i = 0; i < 3; i++) {
    double x;
    memcpy(&x, &v[i], 8);
    n[i] = x;
  }
  switch (op) {
  case 0: r = n[0] + n[1]; break;
  case 1: r = n[0] - n[1]; break;
  case 2: r = n[0] * n[1]; break;
  case 3: r = n[0] / n[1]; break;
  case 4: r = fma(n[0], n[1], n[2]); break;
  case 5: r = sqrt(n[0]); break;
  default: r = rint(n[0]);
  }
  double x = r;
  uint64_t bits;
  memcpy(&bits, &x, 8);
  return x != x ? 0x7ff8000000000000ull : bits;
}

int main(int argc, char **argv) {
  static const int modes[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  long n = argc > 1 ? atol(argv[1]) : 1000;
  seed = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
  for (long i = 0; i < n; i++) {
    uint64_t r = dice();
    int op = r % 7, mode = r >> 8 & 3, is_single = r >> 16 & 1;
    uint64_t record[5] = {(uint64_t)op | (uint64_t)mode << 8 | (uint64_t)is_single << 16};
    for (int k = 1; k < 4; k++) record[k] = is_single ? number(23, 8) : number(52, 11);
    fesetround(modes[mode]);
    record[4] = is_single ? single(op, record + 1) : twofold(op, record + 1);
    fesetround(FE_TONEAREST);
    fwrite(record, 8, 5, stdout);
  }
  return 0;
}
