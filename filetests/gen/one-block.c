// test: gen
// A header and its data in one block: a pointer in the header leads into the middle of what leads to the header. Such worlds are
// not tried, and nothing is excluded for want of them.
struct packet { void *payload; unsigned len; };
int fits(struct packet *p, unsigned n)
{
    if ((char *)p->payload - n < (char *)(p + 1)) return 0;
    return 1;
}
// gen: fits branch unknown=2
