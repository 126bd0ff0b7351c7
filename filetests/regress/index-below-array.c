// test: cli
// A clause that reads below an array made the search for overlapping cells panic.
// args: gen {file} --budget 1s --emit none --no-replay
// exit: 0..3
/*@K;
 requires \valid_read(t1 + (0 ..- 1)) && \valid_read(t2 + (0 .. l2 ));requires \valid(t3 + (0 .. l1 + l2 ));  requires \forall integer i; 1 <= i < l1 ==> t1[i - 5] <= t1[i];
 */
void Merge(int t1[], int t2[], int t3[], int l1, int l2) {
  int i = 0, j = 0, k = 0;
  while (i < l1 && j < l2) {
  }
  while (j < l2) { t3[k] = t2[j]; j++; }
}
