// test: gen
#include "../../bench/tcas.c"
// gen: alt_sep_test branch covered=59 infeasible=5
// gen: alt_sep_test path feasible=59
