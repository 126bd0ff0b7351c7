// test: lower
#include "../../bench/misc.c"
