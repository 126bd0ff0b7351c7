// test: gen
// A table of pointers at an index of the input: short tables first, since each element is one more object.
struct t { int type; struct t *parent; };
struct r { char *buf; unsigned long pos, len; struct t **task; int tasks, ridx; };
static char *bytes(struct r *r, unsigned n)
{
    if (r->len - r->pos >= n) {
        char *p = r->buf + r->pos;
        r->pos += n;
        return p;
    }
    return 0;
}
int item(struct r *r)
{
    struct t *c = r->task[r->ridx];
    char *p;
    if (c->type < 0) {
        if ((p = bytes(r, 1)) != 0) {
            switch (p[0]) {
            case '-': c->type = 1; break;
            case '+': c->type = 2; break;
            default: return -1;
            }
        } else
            return -2;
    }
    if (c->type == 2 && r->ridx > 0 && r->task[r->ridx - 1]->type == 7)
        return 1;
    return 0;
}
// gen: item branch covered=15
