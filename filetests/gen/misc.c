// test: gen
#include "../../bench/misc.c"
// gen: bsearch_ branch covered=6 infeasible=0
// gen: bsearch_ path feasible=16
// gen: bubble branch covered=6 infeasible=0
// gen: strcmp_ branch covered=4 infeasible=0
// gen: strcmp_ path feasible=11
