/* The benchmark programs as questions for CBMC: each contract as assumptions around one call.
   `cargo xtask peers` picks one by a macro. Variables without a value are CBMC's inputs. */
#if defined MERGE
#include "merge.c"
int main(void) {
  int l1, l2, t1[K], t2[K], t3[2 * K];
  __CPROVER_assume(0 <= l1 && l1 <= K && 0 <= l2 && l2 <= K);
  for (int i = 1; i < K; i++) __CPROVER_assume((i >= l1 || t1[i - 1] <= t1[i]) && (i >= l2 || t2[i - 1] <= t2[i]));
  Merge(t1, t2, t3, l1, l2);
}
#elif defined GETORDER
#include "getorder.c"
int main(void) {
  perm p;
  for (int i = 0; i < N; i++) __CPROVER_assume(0 <= p[i] && p[i] < N);
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++) __CPROVER_assume(p[i] != p[j]);
  return getOrder(p);
}
#elif defined FOO
#include "foo.c"
int main(void) { int i; return foo(i); }
#elif defined TRITYP
#include "trityp.c"
int main(void) { int i, j, k; return trityp(&i, &j, &k); }
#elif defined TCAS
#include "tcas.c"
int nondet(void);
int main(void) {
  Cur_Vertical_Sep = nondet(), High_Confidence = nondet(), Two_of_Three_Reports_Valid = nondet();
  Own_Tracked_Alt = nondet(), Own_Tracked_Alt_Rate = nondet(), Other_Tracked_Alt = nondet();
  Alt_Layer_Value = nondet(), Up_Separation = nondet(), Down_Separation = nondet();
  Other_RAC = nondet(), Other_Capability = nondet(), Climb_Inhibit = nondet();
  for (int i = 0; i < 4; i++) Positive_RA_Alt_Thresh[i] = nondet();
  __CPROVER_assume(0 <= Alt_Layer_Value && Alt_Layer_Value <= 3);
  return alt_sep_test();
}
#else
#include "misc.c"
int main(void) {
#if defined BSEARCH
  int a[5], n, key;
  __CPROVER_assume(0 <= n && n <= 5);
  for (int i = 1; i < 5; i++) __CPROVER_assume(i >= n || a[i - 1] <= a[i]);
  return bsearch_(a, n, key);
#elif defined BUBBLE
  int a[5], n;
  __CPROVER_assume(0 <= n && n <= 5);
  bubble(a, n);
#elif defined STRCMP
  char s[6], t[6];
  __CPROVER_assume(s[5] == 0 && t[5] == 0);
  return strcmp_(s, t);
#elif defined ATOI
  char s[7];
  __CPROVER_assume(s[6] == 0);
  return atoi_(s);
#endif
}
#endif
