// test: cli
// Functions of the C library whose results come from outside: tests say what files, the clock and the environment give.
// args: gen {file} --out {tmp} --criterion branch
// exit: 2
// stdout: tread, criterion branch: complete
// stdout: file_read, criterion branch: complete
// stdout: close_it, criterion branch: complete
// stdout: opened, criterion branch: complete
// stdout: lines, criterion branch: complete
// stdout: ask, criterion branch: complete
// stdout: first, criterion branch: complete
// stdout: quits, criterion branch: complete
// stdout: is_it, criterion branch: complete
// stdout: init, criterion branch: complete
// stdout: home, criterion branch: complete
// stdout: asked, criterion branch: complete
// no-stdout: not replayed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct t { FILE *f; int (*rd)(struct t *, void *, unsigned); };
static int file_read(struct t *t, void *d, unsigned n) { unsigned r = fread(d, 1, n, t->f); return r == n ? 0 : -3; }
int tread(struct t *t, void *d, unsigned n) { int e = t->rd(t, d, n); if (e) return e; return 0; }
int reader(struct t *t, void *d) { return file_read(t, d, 1); }

struct s { FILE *f; };
int close_it(struct s *t) { fclose(t->f); return 0; }

int opened(void) { FILE *fp = fopen("/dev/urandom", "r"); if (!fp) return -1; fclose(fp); return 0; }

int lines(const char *path) { FILE *f = fopen(path, "r"); int c, n = 0; if (!f) return -1; while ((c = fgetc(f)) != EOF) if (c == '\n') n++; fclose(f); return n; }

int ask(void) { int n; if (scanf("%d", &n) != 1) return -1; if (n > 10) return 1; return 0; }

int first(int fd) { char b[4]; long n = read(fd, b, sizeof b); if (n < 0) return -1; if (n == 0) return 0; return b[0] == 'x'; }

int quits(int x) { if (getchar() == 'q') return x; return 0; }
int is_it(void) { if (getpid() == 1234) return 1; return 0; }

struct ev { struct tm *time; };
void init(struct ev *e) { if (!e->time) { time_t t = time(NULL); e->time = localtime(&t); } }

int home(void) { const char *e = getenv("HOME"); if (e && strlen(e) > 20) return 1; return 0; }
static int kept;
int asked(void) { if (scanf("%d", &kept) == 1 && kept == 3) return 1; return 0; }
