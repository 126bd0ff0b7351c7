// test: lower
#include "../../bench/tcas.c"
