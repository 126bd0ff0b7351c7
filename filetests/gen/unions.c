// test: gen
// Unions looked at through several members, and bit-fields: every byte of the input is one thing, whoever looks.
#include <stdint.h>
union word { uint32_t w; struct { uint16_t lo, hi; } h; uint8_t b[4]; };
int by_value(union word u) { if (u.h.lo == 0x1234 && u.b[3] == 0xab) { if (u.w == 0xab001234u) return 2; return 1; } return 0; }
int behind(union word *u) { if (u->b[3] == 0xab) { if (u->w == 0xab001234u) return 2; return 1; } return 0; }
int either(union word *u, int c) { if (c) { if (u->h.lo == 0x1234) return 1; } else { if (u->w == 0xab001234u) return 2; } return 0; }
int later(union word *u, int c) { int r = 0; if (c) { if (u->h.lo == 0x1234) r = 1; } if (u->w == 0xab001234u) return r + 2; if (u->b[1] == 7 && r) return 9; return 0; }
int written(union word *u) { u->b[1] = 5; if (u->h.lo == 0x0501 && u->h.hi == 9) return u->w == 0x90501; return 0; }
union mixed { long n; struct mixed_node { int v; } *p; };
int tagged(int tag, union mixed *m) { if (tag) return m->n == 7; if (m->p) return m->p->v == 3; return 0; }
union odd { struct { uint8_t a; uint32_t x; } s; uint16_t h[2]; };
int padded(union odd *o) { if (o->s.a == 1 && o->h[0] == 0x0301) return o->s.x == 4; return 0; }
union real { float f; uint32_t bits; };
int sign(union real r) { if (r.bits >> 31) return -1; if (r.bits == 0) return 0; return 1; }
// gen: by_value branch covered=6
// gen: behind branch covered=4
// gen: either branch covered=6
// gen: later branch covered=9 infeasible=1
// gen: written branch covered=4
// gen: tagged branch covered=4
// gen: padded branch covered=3 unknown=1
// gen: sign branch covered=4
struct runs { unsigned char k; unsigned a : 9; unsigned b : 15; };
int across(struct runs *p) { if (p->b == 7000 && p->a == 300 && p->k == 9) return 1; return 0; }
struct flags { unsigned a : 3, b : 5; int c : 4; _Bool on : 1; };
int flagged(struct flags f) { if (f.a == 5 && f.b > 20) { if (f.c < -3 && f.on) return 2; return 1; } return 0; }
// gen: across branch covered=6
// gen: flagged branch covered=8
struct expr { int type; union { double value; const void *function; } u; };
double call(const struct expr *n) { if (n->type == 1) return ((double (*)(void))n->u.function)(); return n->u.value; }
// gen: call branch covered=2
