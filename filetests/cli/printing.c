// test: cli
// What is printed never stops the search, streams are no inputs, and text in memory is what the format makes of it.
// args: gen {file} --out {tmp} --criterion branch
// exit: 0
// stdout: say, criterion branch: complete
// stdout: warn, criterion branch: complete
// stdout: flush, criterion branch: complete
// stdout: check, criterion branch: complete
// stdout: name_of, criterion branch: complete
// stdout: number, criterion branch: complete
// stdout: either, criterion branch: complete
// no-stdout: not replayed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void say(int n) { printf("%d\n", n); fflush(stdout); }
int warn(int n) { if (n < 0) { fprintf(stderr, "negative %d\n", n); return -1; } return n; }
int flush(int n) { if (n > 100) { fflush(stdout); return 1; } return 0; }
int check(int n) { if (n < 0) { perror("n"); return -1; } if (n > 9) { fputs("big\n", stderr); return 1; } return 0; }
int name_of(const char *name, char *out, int n) { if (snprintf(out, n, "%s.txt", name) >= n) return -1; if (strchr(out, '/')) return 1; return 0; }
int number(signed char n) { char text[8]; sprintf(text, "<%d>", n); return text[1] == '-' && text[2] == '7' && text[3] == '>'; }
int either(FILE *out, int n) { if (fprintf(out, "%s\n", n ? "yes" : "no") == 4) return 1; return 0; }
