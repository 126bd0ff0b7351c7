// test: gen
#define K 2
#include "../../bench/merge.c"
// gen: Merge branch covered=10 infeasible=0
// gen: Merge path feasible=19
