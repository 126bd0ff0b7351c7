// test: gen
#include "../../bench/trityp.c"
// gen: trityp branch covered=34 infeasible=0 unknown=0
// gen: trityp path feasible=14 trapped=6
