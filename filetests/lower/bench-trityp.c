// test: lower
#include "../../bench/trityp.c"
