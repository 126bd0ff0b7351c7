// test: cli
// The ten properties of the anti-collision system, as assertions: five hold, five do not. Two of those that hold rest on there
// being no overflow, and fall when it wraps.
// args: prove {file} --check assert -f P1a -f P1b -f P2a -f P3b -f P5a
// exit: 0
// no-stdout: with
// args: prove {file} --check assert -f P2b
// exit: 2
// stdout: 0 proved, 1 wrong, 0 unknown
// args: prove {file} --check assert -f P3a
// exit: 2
// stdout: 0 proved, 1 wrong, 0 unknown
// args: prove {file} --check assert -f P4a
// exit: 2
// stdout: 0 proved, 1 wrong, 0 unknown
// args: prove {file} --check assert -f P4b
// exit: 2
// stdout: 0 proved, 1 wrong, 0 unknown
// args: prove {file} --check assert -f P5b
// exit: 2
// stdout: 0 proved, 1 wrong, 0 unknown
// args: prove {file} --check assert -f P1a --overflow wrap
// exit: 2
// stdout: 0 proved, 1 wrong, 0 unknown
// args: prove {file} --check assert -f P5a --overflow wrap
// exit: 2
// stdout: 0 proved, 1 wrong, 0 unknown
// args: prove {file} --check assert -f P1b -f P2a -f P3b --overflow wrap
// exit: 0
#include "../../bench/tcas.c"
#include <assert.h>
#define T Positive_RA_Alt_Thresh[Alt_Layer_Value]

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P1a(void) {
  if (Up_Separation >= T && Down_Separation < T)
    assert(alt_sep_test() != DOWNWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P1b(void) {
  if (Up_Separation < T && Down_Separation >= T)
    assert(alt_sep_test() != UPWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P2a(void) {
  if (Up_Separation < T && Down_Separation < T && Down_Separation < Up_Separation)
    assert(alt_sep_test() != DOWNWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P2b(void) {
  if (Up_Separation < T && Down_Separation < T && Down_Separation > Up_Separation)
    assert(alt_sep_test() != UPWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P3a(void) {
  if (Up_Separation >= T && Down_Separation >= T && Own_Tracked_Alt > Other_Tracked_Alt)
    assert(alt_sep_test() != DOWNWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P3b(void) {
  if (Up_Separation >= T && Down_Separation >= T && Own_Tracked_Alt < Other_Tracked_Alt)
    assert(alt_sep_test() != UPWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P4a(void) {
  if (Own_Tracked_Alt > Other_Tracked_Alt)
    assert(alt_sep_test() != DOWNWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P4b(void) {
  if (Own_Tracked_Alt < Other_Tracked_Alt)
    assert(alt_sep_test() != UPWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P5a(void) {
  if (Down_Separation < Up_Separation)
    assert(alt_sep_test() != DOWNWARD_RA);
}

/*@ requires 0 <= Alt_Layer_Value <= 3;
    requires Positive_RA_Alt_Thresh[0] == 400 && Positive_RA_Alt_Thresh[1] == 500;
    requires Positive_RA_Alt_Thresh[2] == 640 && Positive_RA_Alt_Thresh[3] == 740; */
void P5b(void) {
  if (Down_Separation > Up_Separation)
    assert(alt_sep_test() != UPWARD_RA);
}
