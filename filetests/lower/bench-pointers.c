// test: lower
#include "../../bench/pointers.c"
