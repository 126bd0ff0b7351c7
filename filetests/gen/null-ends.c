// test: gen
// Pointers that are ordered lead into one array, and one that is compared with null may be null all the same. The truths are
// found by hand.
struct it { char *base, *cur; };
int between(char *lp, char **pp, unsigned n)
{
    char *p = *pp;
    if (!p) return 0;
    if (p < lp || p > lp + n) return 1;
    return 2;
}
int rewind_it(struct it *i) { if (i->cur == 0) { i->cur = i->base; return 0; } if (i->cur < i->base) return 1; return 2; }
int behind(const char *buf, const char *p) { if (p == 0) return 0; if (p >= buf) return 1; return 2; }
// gen: between branch covered=6
// gen: rewind_it branch covered=4
// gen: behind branch covered=4
