// test: gen
// Ordinary functions with cursors: ranges, rings, vectors, slices, rows.
#include <stddef.h>
#include <string.h>
struct ring { int *buf; int *head; int *tail; int *end; };
int ring_pop(struct ring *r, int *out) { if (r->head == r->tail) return 0; *out = *r->head++; if (r->head == r->end) r->head = r->buf; return 1; }
int ring_push(struct ring *r, int v) { int *next = r->tail + 1; if (next == r->end) next = r->buf; if (next == r->head) return 0; *r->tail = v; r->tail = next; return 1; }
struct fixring { int buf[4]; int *head, *tail; };
int fixring_pop(struct fixring *r, int *out) { if (r->head == r->tail) return 0; *out = *r->head; r->head = r->head == &r->buf[3] ? r->buf : r->head + 1; return 1; }
void *my_memmove(void *dst, const void *src, size_t n) { unsigned char *d = dst; const unsigned char *s = src; if (d == s) return dst; if (d < s) while (n--) *d++ = *s++; else { d += n; s += n; while (n--) *--d = *--s; } return dst; }
struct span { int lo, hi; };
int split(struct span *first, struct span *last, int at) { for (struct span *s = first; s != last; ++s) { if (at <= s->lo || at >= s->hi) continue; s->hi = at; return (int)(s - first); } return -1; }
size_t dedup(int *first, int *last) { if (first == last) return 0; int *w = first; for (int *r = first + 1; r != last; ++r) if (*r != *w) *++w = *r; return (size_t)(w + 1 - first); }
size_t dedup_n(int *a, size_t n) { size_t w = 0; for (size_t r = 0; r < n; r++) if (w == 0 || a[r] != a[w - 1]) a[w++] = a[r]; return w; }
int trace3(int (*m)[3]) { int t = 0; for (int i = 0; i < 3; i++) { if (m[i][i] < 0) return -1; t += m[i][i] & 15; } return t; }
int row_eq(const int (*m)[2], int rows, const int *row) { for (int i = 0; i < rows; i++) if (m[i][0] == row[0] && m[i][1] == row[1]) return i; return -1; }
struct slice { const char *ptr; size_t len; };
int slice_eq(struct slice a, struct slice b) { if (a.len != b.len) return 0; for (size_t i = 0; i < a.len; i++) if (a.ptr[i] != b.ptr[i]) return 0; return 1; }
int slice_cut(const struct slice *s, char sep, struct slice *left, struct slice *right) { for (size_t i = 0; i < s->len; i++) if (s->ptr[i] == sep) { left->ptr = s->ptr; left->len = i; right->ptr = s->ptr + i + 1; right->len = s->len - i - 1; return 1; } return 0; }
const int *lower_bound(const int *first, const int *last, int key) { while (first < last) { const int *mid = first + (last - first) / 2; if (*mid < key) first = mid + 1; else last = mid; } return first; }
void reverse(int *lo, int *hi) { while (lo < hi) { int t = *lo; *lo++ = *--hi; *hi = t; } }
int partition(int *lo, int *hi, int pivot) { int *p = lo; for (int *q = lo; q != hi; q++) if (*q < pivot) { int t = *q; *q = *p; *p++ = t; } return p - lo; }
int merge_into(const int *a, const int *ae, const int *b, const int *be, int *out) { int n = 0; while (a != ae && b != be) out[n++] = *a <= *b ? *a++ : *b++; while (a != ae) out[n++] = *a++; while (b != be) out[n++] = *b++; return n; }
struct vec { int *begin, *end, *cap; };
int vec_push(struct vec *v, int x) { if (v->end == v->cap) return 0; *v->end++ = x; return 1; }
int vec_sum(const struct vec *v) { int s = 0; for (const int *p = v->begin; p != v->end; p++) s ^= *p; return s == 5; }
int rotate1(int *a, int *end) { if (a == end || a + 1 == end) return 0; int first = *a; for (; a + 1 < end; a++) *a = a[1]; *a = first; return 1; }
char *skip(char *s, const char *end) { while (s < end && (*s == ' ' || *s == '\t')) s++; return s; }
int vec_insert(struct vec *v, int *pos, int x) { if (pos < v->begin || pos > v->end) return -1; if (v->end == v->cap) return -2; for (int *p = v->end; p != pos; p--) *p = p[-1]; *pos = x; v->end++; return (int)(pos - v->begin); }
struct item { int key, val; };
int in_table(const struct item *base, size_t n, const struct item *cur) { if (cur < base || cur >= base + n) return -1; return (int)(cur - base); }
int count(char *const *p, char *const *end) { int n = 0; for (; p != end; ++p) if (*p && **p == 'x') n++; return n; }
int swap_ranges(int *a, int *ae, int *b) { int n = 0; for (; a != ae; ++a, ++b) { int t = *a; *a = *b; *b = t; if (*a == 3) n++; } return n; }
struct buf { char *base; char *pos; char *lim; };
int put(struct buf *b, char c) { if (b->pos >= b->lim) return -1; *b->pos++ = c; return (int)(b->pos - b->base); }
int get(struct buf *b) { if (b->pos == b->lim) return -1; return (unsigned char)*b->pos++; }
int unread(struct buf *b) { if (b->pos <= b->base) return 0; b->pos--; return 1; }
struct node { int v; struct node *next; };
int pool_index(struct node *pool, struct node *n) { if (!n) return -1; if (n < pool) return -2; return (int)(n - pool); }
int max_row(int (*m)[2], int (*end)[2]) { int best = 0; for (; m != end; m++) if ((*m)[0] > best) best = (*m)[0]; return best; }
int three(int *lo, int *mid, int *hi) { if (lo > mid || mid > hi) return -1; if (hi - lo > 2 && mid - lo == 1) return 1; return 0; }
int overlap_copy(int *d, const int *s, int n) { for (int i = 0; i < n; i++) d[i] = s[i]; if (n > 2 && s[2] != d[2]) return 1; return 0; }
struct emp { int id; int pay; struct emp *boss; };
int raise_all(struct emp *e, const struct emp *end, int limit) { int n = 0; for (; e < end; e++) { if (e->boss && e->boss->pay < e->pay) { e->pay = e->boss->pay; n++; } if (e->pay > limit) return -1; } return n; }
int fill(int *d, int n) { int k = 0; for (int i = 0; i < n; i++) { d[i] = i; if (i == 7) k++; } return k; }
// gen: ring_pop branch covered=4 findings=1
// gen: ring_push branch covered=4 findings=1
// gen: fixring_pop branch covered=4 findings=1
// gen: my_memmove branch covered=8 findings=2
// gen: split branch covered=6 findings=0
// gen: dedup branch covered=6 findings=0
// gen: dedup_n branch covered=6 findings=0
// gen: trace3 branch covered=4 findings=0
// gen: row_eq branch covered=6 findings=0
// gen: slice_eq branch covered=6 findings=2
// gen: slice_cut branch covered=4 findings=1
// gen: lower_bound branch covered=4 findings=0
// gen: reverse branch covered=2 findings=0
// gen: partition branch covered=4 findings=0
// gen: merge_into branch covered=10 findings=0
// gen: vec_push branch covered=2 findings=1
// gen: vec_sum branch covered=2 findings=0
// gen: rotate1 branch covered=6 findings=0
// gen: skip branch covered=6 findings=0
// gen: vec_insert branch covered=8 findings=0
// gen: in_table branch covered=4 findings=1
// gen: count branch covered=6 findings=0
// gen: swap_ranges branch covered=4 findings=0
// gen: put branch covered=2 findings=0
// gen: get branch covered=2 findings=1
// gen: unread branch covered=2 findings=0
// gen: pool_index branch covered=4 findings=0
// gen: max_row branch covered=4 findings=0
// gen: three branch covered=8 findings=0
// gen: overlap_copy branch covered=6 findings=0
// gen: raise_all branch covered=8 findings=0
// gen: fill branch covered=4 findings=0
