// test: gen
// A header and its data in one block: a pointer in the header leads into the middle of what leads to the header. Such worlds are
// not tried, and nothing is excluded for want of them.
struct packet { struct packet *next; void *payload; unsigned short len; unsigned char kind; };
int fits(struct packet *p, unsigned short n)
{
    void *at;
    if (p->kind & 1) {
        at = (unsigned char *)p->payload - n;
        if ((unsigned char *)at < (unsigned char *)p + sizeof *p) return 0;
    } else {
        at = p->payload;
    }
    p->payload = at;
    return 1;
}
// gen: fits branch covered=2 unknown=2
