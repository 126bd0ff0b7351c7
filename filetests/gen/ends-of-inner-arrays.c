// test: gen
// A pointer may lead just behind an array that is a member of something or a variable: the end of a full buffer, of a range, of
// a ring. That it leads into another structure of an array of them is not tried, and nothing is excluded for want of it.
struct buf { char data[16]; char *pos; };
struct vec { int n; int a[4]; };
struct ring { int buf[8]; int *rd, *wr; };
int table[4];
struct range { int *end; };

int is_full(struct buf *b) { if (b->pos == b->data + 16) return 1; return 0; }
// gen: is_full branch covered=2

int put(struct buf *b, char c)
{
    if (b->pos < b->data + sizeof b->data) {
        *b->pos++ = c;
        return 1;
    }
    return 0;
}
// gen: put branch covered=2

int is_inside(struct buf *b) { if (b->pos >= b->data && b->pos < b->data + 16) return 1; return 0; }
// gen: is_inside branch covered=3 unknown=1

int is_end(struct vec *v, int *end) { if (end == v->a + 4) return 1; return 0; }
// gen: is_end branch covered=2

int is_end_of_table(int *end) { if (end == table + 4) return 1; return 0; }
// gen: is_end_of_table branch covered=2

int ends_at_table(struct range *r) { if (r->end == table + 4) return 1; return 0; }
// gen: ends_at_table branch covered=2

int write_around(struct ring *r, int v)
{
    *r->wr++ = v;
    if (r->wr == r->buf + 8) r->wr = r->buf;
    return r->wr == r->rd ? 1 : 0;
}
// gen: write_around branch covered=4

int meets_next(struct buf *a)
{
    a[1].data[0] = 1;
    *a[0].pos = 2;
    if (a[1].data[0] == 2) return 1;
    return 0;
}
// gen: meets_next branch covered=1 unknown=1
