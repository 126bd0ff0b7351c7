// test: gen
#include "../../bench/foo.c"
// gen: foo branch covered=7 infeasible=1
// gen: foo path feasible=4
