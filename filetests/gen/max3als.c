// test: gen
#include "../../bench/max3als.c"
// gen: max3Als branch covered=4 infeasible=0
// gen: max3Als path feasible=3
