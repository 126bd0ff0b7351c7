//! The classic programs: how many outcomes each has is known from the literature and from gcov.

use super::program;

/// Conditions and switch targets of a function and of all functions that it calls.
#[track_caller]
fn check(text: &str, name: &str, conditions: usize, targets: usize) {
    let (program, _) = program(text);
    let mut work = vec![program.find_func(name).expect("the function is in the text")];
    let (mut seen, mut found) = (work.clone(), (0, 0));
    while let Some(func) = work.pop() {
        let body = program.body(func);
        found.0 += body.conds.len();
        found.1 += body.switches.values().map(|switch| switch.targets.len()).sum::<usize>();
        for inst in body.insts.values() {
            if let ir::Inst::Call { callee: ir::Callee::Direct(callee), .. } = inst
                && !seen.contains(callee)
            {
                seen.push(*callee);
                work.push(*callee);
            }
        }
    }
    assert_eq!(found, (conditions, targets));
}

const TRITYP: &str = "int trityp(int *pi, int *pj, int *pk) {
  int i = *pi, j = *pj, k = *pk, t;
  if (i == 0 || j == 0 || k == 0) return 4;
  t = 0;
  if (i == j) t = t + 1;
  if (i == k) t = t + 2;
  if (j == k) t = t + 3;
  if (t == 0) {
    if (i + j <= k || j + k <= i || i + k <= j) return 4;
    return 1;
  }
  if (t > 3) return 3;
  if (t == 1 && i + j > k) return 2;
  if (t == 2 && i + k > j) return 2;
  if (t == 3 && j + k > i) return 2;
  return 4;
}";

const MERGE: &str = "
/*@ requires 0 <= l1 <= 5 && 0 <= l2 <= 5;
    requires \\valid_read(t1 + (0 .. l1 - 1)) && \\valid_read(t2 + (0 .. l2 - 1));
    requires \\valid(t3 + (0 .. l1 + l2 - 1));
    requires \\separated(t1 + (0 .. l1 - 1), t3 + (0 .. l1 + l2 - 1));
    requires \\forall integer i; 1 <= i < l1 ==> t1[i - 1] <= t1[i];
 */
void Merge(int t1[], int t2[], int t3[], int l1, int l2) {
  int i = 0, j = 0, k = 0;
  while (i < l1 && j < l2) {
    if (t1[i] < t2[j]) { t3[k] = t1[i]; i++; }
    else { t3[k] = t2[j]; j++; }
    k++;
  }
  while (i < l1) { t3[k] = t1[i]; i++; k++; }
  while (j < l2) { t3[k] = t2[j]; j++; k++; }
}";

const MISC: &str = "
int bsearch_(const int *a, int n, int key) {
  int lo = 0, hi = n - 1;
  while (lo <= hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] == key) return mid;
    if (a[mid] < key) lo = mid + 1; else hi = mid - 1;
  }
  return -1;
}
int atoi_(const char *s) {
  int n = 0, neg = 0;
  while (*s == ' ' || (unsigned)*s - '\\t' < 5) s++;
  switch (*s) { case '-': neg = 1; case '+': s++; }
  while ((unsigned)*s - '0' < 10) { n = 10 * n + (*s++ - '0'); if (n == 4217) return 99; }
  return neg ? -n : n;
}";

const TCAS: &str = "
typedef int bool_;
int Cur_Vertical_Sep; bool_ High_Confidence; bool_ Two_of_Three_Reports_Valid;
int Own_Tracked_Alt, Own_Tracked_Alt_Rate, Other_Tracked_Alt; int Alt_Layer_Value;
int Positive_RA_Alt_Thresh[4]; int Up_Separation, Down_Separation; int Other_RAC; int Other_Capability; int Climb_Inhibit;
int ALIM(void){ return Positive_RA_Alt_Thresh[Alt_Layer_Value]; }
int Inhibit_Biased_Climb(void){ return (Climb_Inhibit ? Up_Separation + 100 : Up_Separation); }
bool_ Own_Below_Threat(void){ return (Own_Tracked_Alt < Other_Tracked_Alt); }
bool_ Own_Above_Threat(void){ return (Other_Tracked_Alt < Own_Tracked_Alt); }
bool_ Non_Crossing_Biased_Climb(void){
  int upward_preferred; bool_ result;
  upward_preferred = Inhibit_Biased_Climb() > Down_Separation;
  if (upward_preferred) result = !(Own_Below_Threat()) || ((Own_Below_Threat()) && (!(Down_Separation >= ALIM())));
  else result = Own_Above_Threat() && (Cur_Vertical_Sep >= 300) && (Up_Separation >= ALIM());
  return result; }
bool_ Non_Crossing_Biased_Descend(void){
  int upward_preferred; bool_ result;
  upward_preferred = Inhibit_Biased_Climb() > Down_Separation;
  if (upward_preferred) result = Own_Below_Threat() && (Cur_Vertical_Sep >= 300) && (Down_Separation >= ALIM());
  else result = !(Own_Above_Threat()) || ((Own_Above_Threat()) && (Up_Separation >= ALIM()));
  return result; }
int alt_sep_test(void){
  bool_ enabled, tcas_equipped, intent_not_known, need_upward_RA, need_downward_RA; int alt_sep;
  enabled = High_Confidence && (Own_Tracked_Alt_Rate <= 600) && (Cur_Vertical_Sep > 600);
  tcas_equipped = Other_Capability == 1;
  intent_not_known = Two_of_Three_Reports_Valid && Other_RAC == 0;
  alt_sep = 0;
  if (enabled && ((tcas_equipped && intent_not_known) || !tcas_equipped)) {
    need_upward_RA = Non_Crossing_Biased_Climb() && Own_Below_Threat();
    need_downward_RA = Non_Crossing_Biased_Descend() && Own_Above_Threat();
    if (need_upward_RA && need_downward_RA) alt_sep = 0;
    else if (need_upward_RA) alt_sep = 1;
    else if (need_downward_RA) alt_sep = 2;
    else alt_sep = 0;
  }
  return alt_sep; }";

#[test]
fn classics_have_their_outcomes() {
    check(TRITYP, "trityp", 17, 0);
    check(MERGE, "Merge", 5, 0);
    check(MISC, "bsearch_", 3, 0);
    check(MISC, "atoi_", 5, 3);
    check(TCAS, "alt_sep_test", 32, 0);
}
