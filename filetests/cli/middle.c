// test: cli
// What is seen only where a pointer leads to the middle of its array. The truths are found by hand.
// args: gen {file} --out {tmp}
// exit: 0..2
// stdout: before, criterion branch: complete
// stdout: last, criterion branch: complete
// stdout: length, criterion branch: complete
// stdout: sort, criterion branch: complete
// stdout: odd, criterion branch: complete
// stdout: odd_bytes, criterion branch: complete
// no-stdout: infeasible
// no-stdout: unknown
#include <stddef.h>
#include <stdint.h>
int before(const char *s) { if (s[-1] == 'x') return 1; return 0; }
int last(char *r, size_t n) { char *t = r + n - 1; if (n < 2) { if (n == 1) return 1; return 2; } return t != r; }
struct hdr { unsigned len, cap; char data[]; };
unsigned length(const char *s) { const struct hdr *h = (const struct hdr *)(s - sizeof(struct hdr)); if (h->len > h->cap) return 0; return h->len; }
// a[-1] is looked at first: only a caller that passes the middle of an array comes back from there.
void sort(int *a, int n)
{
    int p = 0;
    while (p < n) {
        if (a[p] >= a[p - 1]) p++;
        else { int t = a[p - 1]; a[p - 1] = a[p]; a[p] = t; p--; if (p == 0) p = 1; }
    }
}
int odd(const char *p) { if ((uintptr_t)p & 1) return 1; return 0; }
int odd_bytes(const void *p, int n) { const unsigned char *b = p; if (((uintptr_t)b & 1) && n > 0) return *b; return 0; }
