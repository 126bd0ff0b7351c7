/* Library functions on contents and lengths that depend on inputs: no events of a path, so one test per path of the code
   that calls them. */
#include <ctype.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
/*@ requires -1 <= c <= 255; */
int ct(int c) { if (isdigit(c)) return 1; if (isalpha(c)) return toupper(c) == 'Q' ? 2 : 3; if (abs(c) == 1) return 4; return 0; }
/*@ requires -1 <= c <= 255; */
int ct2(int c) { if ((isdigit)(c)) return 1; if ((isspace)(c)) return (tolower)(c) == 'Q' ? 2 : 3; return 0; }
/*@ requires \valid_read(s + (0 .. 4));
    requires \forall integer i; 0 <= i < 4 ==> s[i] == 0 || s[i] == 'a' || s[i] == 'b';
    requires s[4] == 0; */
int len(const char *s) { size_t n = strlen(s); if (n == 3) return 1; if (strcmp(s, "ab") == 0) return 2; if (strcmp(s, "b") > 0) return 3;
  if (strncmp(s, "abab", n) == 0) return 4; return 0; }
/*@ requires \valid_read(s + (0 .. 3));
    requires \forall integer i; 0 <= i < 3 ==> s[i] == 0 || s[i] == 'a' || s[i] == 'b';
    requires s[3] == 0; requires 0 <= n <= 5; */
int cpy(const char *s, unsigned n) {
  char buf[6] = "zzzzz";
  char out[12];
  memcpy(buf, s, n <= 4 ? n : 4);
  if (buf[1] == 'b') return 1;
  strcpy(out, s);
  strcat(out, "b");
  if (strlen(out) == 4) return 2;
  if (strchr(out, 'a') == out + 1) return 3;
  if (strrchr(out, 'b') != out) return 4;
  memset(out, 'x', n);
  if (memcmp(out, "xx", 2) == 0) return 5;
  strncpy(out, s, 3);
  if (out[2]) return 6;
  if (strspn(s, "a") == 1) return 7;
  if (strstr(s, "ba")) return 8;
  if (memchr(s, 'b', 3) == s) return 9;
  return 0;
}
/*@ requires \valid_read(s + (0 .. 2)); requires \valid(d + (0 .. 1));
    requires \forall integer i; 0 <= i < 3 ==> s[i] == 0 || s[i] == 'a';
    requires d[0] == 0 || d[0] == 1; requires d[1] == 1;
    requires \separated(s + (0 .. 2), d + (0 .. 1)); */
int traps(const char *restrict s, char *restrict d, unsigned char n) {
  if (n > 4) return 9;
  strcpy(d, s);
  if (d[0] == 'a') return 1;
  memmove(d, d + 1, n);
  assert(d[0] != 1);
  return strcmp(d, s);
}
int nolen(const char *s) {
  if (strlen(s) == 2) return s[1] == 'x';
  if (strcmp(s, "hello") == 0) return 2;
  return 0;
}
