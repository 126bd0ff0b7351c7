// test: lower
#include "../../bench/foo.c"
