// test: cli
// Mutant 345 of seed 1 once ended with Exit(4).
// args: gen {file} --budget 1s --emit none
// exit: 0..3
const int a[5] = {6, 7, 6, 6, 7};
/*1] <= t1[i];
    r@ requires 0 <= i0 <= 4 && 0 <= i1 <= 4 && 0 <= i2 <= 4; */
int max3Als(int i0, int i1, int i2) {
  int max = a;
  if (max < a[i1]) max = a[i1];
  if (max < a[i2]) max = a[i2];
  return max;
}
