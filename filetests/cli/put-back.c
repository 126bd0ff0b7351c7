// test: cli
// What is put back into a stream is what is read next from it, by each function that reads; and functions of elsewhere set `errno`.
// args: gen {file} -f number -f peek -f line -f two -f skip --out {tmp}
// exit: 0
// stdout: number, criterion branch: complete
// stdout: peek, criterion branch: complete
// stdout: line, criterion branch: complete
// stdout: two, criterion branch: complete
// stdout: skip, criterion branch: complete
// no-stdout: infeasible, by
// no-stdout: unknown
// no-stdout: left out
// args: gen {file} -f put -f opened --out {tmp}
// exit: 0..2
// stdout: put, criterion branch: complete
// stdout: opened, criterion branch: complete
// no-stdout: infeasible, by
// no-stdout: left out
#include <stdio.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <string.h>
#include <fcntl.h>
int number(FILE *f) { int c = getc(f); if (c == '-') { c = getc(f); if (isdigit(c)) { ungetc(c, f); int n; if (fscanf(f, "%d", &n) == 1 && n == 42) return 1; } } return 0; }
int peek(FILE *f) { int c = fgetc(f); if (c == EOF) return -1; ungetc(c, f); int d = fgetc(f); if (d != c) return 9; return c == 'q'; }
int line(FILE *f) { char b[20]; int c = fgetc(f); if (c == '#') { ungetc(c, f); if (fgets(b, 20, f)) { if (b[0] != '#') return 7; if (strcmp(b, "#if") == 0) return 2; return 1; } return 8; } return 0; }
int two(FILE *f, FILE *g) { if (ungetc('x', f) != 'x') return 1; int c = getc(g); if (c == 'x' && f != g) return 2; return c; }
int skip(void) { int c; while ((c = getchar()) == ' ') ; if (c == EOF) return -1; ungetc(c, stdin); int n; if (scanf("%d", &n) == 1) { if (n == 7) return 7; return 1; } return 0; }
int put(int fd, const char *b, size_t n) { while (n) { ssize_t r = write(fd, b, n); if (r < 0) { if (errno == EINTR) continue; return -1; } b += r; n -= r; } return 0; }
int opened(const char *name)
{
    int fd = open(name, O_RDONLY);
    if (fd < 0)
        return errno == ENOENT ? 0 : -1;
    close(fd);
    return 1;
}
