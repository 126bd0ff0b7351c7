// test: world
// A header before the data.
struct hdr { unsigned len, cap; char data[]; };
unsigned len(const char *s)
{
    const struct hdr *h = (const struct hdr *)(s - sizeof(struct hdr));
    if (h->len > h->cap) return 0;
    return h->len;
}
// expect:
// len
//   s: const char *
//     plain: the start of an array of char
//     beyond starts-array: any element of its array
//     not tried: null, with which nothing compares it
//   taken for granted in the plain world
//     starts-array: s leads to the start of an array; yours by `--assume starts-array`, where more is touched
