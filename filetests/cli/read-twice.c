// test: cli
// A place that is read twice with nothing between that writes shows the same, in loops of any number of turns.
// args: gen {file} -f skip -f class -f table --out {tmp}
// exit: 0
// stdout: 5 covered, 1 infeasible
// stdout: 13 covered, 1 infeasible
// no-stdout: unknown
// args: gen {file} -f writes -f calls -f moves -f shows --out {tmp}
// exit: 0..2
// no-stdout: infeasible, by
#include <ctype.h>
int skip(const char *s) { int n = 0; while (*s) { if (*s == 'x' && *s != 'x') return -1; s++; n++; } return n; }
int class(char c, const char *s)
{
    do {
        if (s[0] == 'd') { if (isdigit(c)) return 1; if (c == s[0] && c != 'd') return 2; }
        else if (s[0] == 'D') { if (!isdigit(c)) return 1; }
    } while (*s++ != '\0');
    return 0;
}
struct entry { int key, value[2]; };
int table(const struct entry *e) { for (; e->key; e++) if (e->value[1] > 3 && e->value[1] < 2) return 1; return 0; }
int writes(const char *s, char *t) { while (*s) { if (*s == 'x') { *t = 'y'; if (*s != 'x') return -1; } s++; } return 0; }
int calls(int *p, void (*f)(int *)) { while (*p) { if (*p == 1) { f(p); if (*p == 2) return -1; } p++; } return 0; }
int moves(const char *s) { while (*s) { if (*s == 'x') { s++; if (*s != 'x') return -1; } s++; } return 0; }
int shows(volatile int *p) { while (*p) if (*p == 1 && *p == 2) return -1; return 0; }
