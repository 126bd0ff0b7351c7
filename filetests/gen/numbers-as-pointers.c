// test: gen
// A caller may pass what is no address at all; such worlds are not tried, so that nothing is excluded for want of them.
int failed(void *p) { if (p == (void *)-1) return 1; return 0; }
int marked(const char *p) { const char *end = (const char *)-1; if (p == end) return 1; return *p == 'x'; }
struct slot { void *held; };
int empty(const struct slot *s) { if (s->held == (void *)8) return 1; return 0; }
int null_alone(const char *p) { if (p == (const char *)0) return 1; if (p == 0) return 2; return 0; }
// gen: failed branch covered=1 unknown=1 findings=0
// gen: marked branch covered=1 unknown=1 findings=0
// gen: empty branch covered=1 unknown=1 findings=0
// gen: null_alone branch covered=3 infeasible=1 findings=0
