// test: cli
// Text is read by formats: tests have the text that conditions ask for, and the library reads the same. What goes wrong is told
// where the library is called.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: parse, criterion branch: complete
// stdout: word, criterion branch: complete
// stdout: hex, criterion branch: complete
// stdout: key, criterion branch: complete
// stdout: ends, criterion branch: complete
// stdout: octal, criterion branch: complete
// stdout: callers see to it: `requires \valid(s);` (line 18)
// no-stdout: not replayed
// no-stdout: left out
#include <stdio.h>
#include <string.h>
// `parse` is on the line after this.
int parse(const char *s) { int a, b; if (sscanf(s, "%d,%d", &a, &b) != 2) return -1; if (a > b) return 1; return 0; }
int word(const char *s) { char w[8]; if (sscanf(s, "%7s", w) != 1) return -1; return strcmp(w, "on") == 0; }
int hex(const char *s) { unsigned r, g, b; int n = 0; if (sscanf(s, "#%2x%2x%2x%n", &r, &g, &b, &n) == 3 && !s[n]) return r == 255 && b == 16; return -1; }
int key(const char *line) { char k[16], v[16]; if (sscanf(line, " %15[^= ] = %15s", k, v) == 2) { if (!strcmp(k, "mode") && v[0] == 'x') return 1; return 2; } return 0; }
int ends(const char *s) { int n; switch (sscanf(s, "%d", &n)) { case -1: return 1; case 0: return 2; default: return 3; } }
int octal(const char *s) { long n; char c[2] = "__"; if (sscanf(s, "%*3s %li%2c", &n, c) == 2 && n == 8 && c[1] == '_') return 1; return 0; }
