// test: cli
// A function of elsewhere frees what a member leads to.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 0
// stdout: f, criterion branch: complete
// stdout: objectives      2   2 covered
// no-stdout: unknown
void my_free(void *p);
struct s { char *buf; int len; };
int f(struct s *s) { if (s->buf) { my_free(s->buf); s->buf = 0; s->len = 0; return 1; } return 0; }
