// test: run
// Parts of the library that write through pointers or return structures.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static char text[32];
int tokens(int n) {
  char *rest = 0;
  int count = 0, lengths = 0;
  strcpy(text, "one,;two;three,");
  for (char *t = n ? strtok(text, ",;") : strtok_r(text, ",;", &rest); t; t = n ? strtok(0, ",;") : strtok_r(0, ",;", &rest)) {
    count++;
    lengths = lengths * 10 + (int)strlen(t);
  }
  return count * 1000 + lengths;
}
// run: tokens(0) == 3335
// run: tokens(1) == 3335
int quotients(int a, int b) { div_t d = div(a, b); ldiv_t l = ldiv(a, b); return d.quot * 100 + d.rem + (l.quot == d.quot && l.rem == d.rem); }
// run: quotients(17, 5) == 303
// run: quotients(-17, 5) == -301
// run: quotients(1, 0) traps division-by-zero
int lines(int n) { return n ? puts("four") : (int)strlen(strerror(34)); }
// run: lines(0) == 29
int separated(int n) {
  char copy[] = "a::b", *rest = copy;
  int count = 0;
  while (strsep(&rest, n ? ":" : "|")) count++;
  return count * 10 + (rest == 0);
}
// run: separated(0) == 11
// run: separated(1) == 31
int found(int n) { const char *s = "abcb"; return (int)(strchrnul(s, n) - s) * 10 + (int)((char *)memrchr(s, 'b', 4) - s); }
// run: found(99) == 23
// run: found(122) == 43
int environment(void) { return getenv("NOBODY_SETS_THIS") == 0; }
// run: environment() == 1
int the_clock(void) { time_t now; return time(&now) == now && difftime(now, now) == 0; }
// run: the_clock() == 1
