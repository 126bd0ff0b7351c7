// test: lower
#include "../../bench/getorder.c"
