// test: lower
#include "../../bench/max3als.c"
