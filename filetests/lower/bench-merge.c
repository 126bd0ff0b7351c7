// test: lower
#include "../../bench/merge.c"
