// test: cli
// The preprocessor's own words are passed on.
// args: gen {file}
// exit: 3
// stderr: the preprocessor failed: cc -E
// stderr: nowhere.h: No such file
#include "nowhere.h"
int f(int x) { return x > 0; }
