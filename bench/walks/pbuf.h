/* Walks the pbufs that a test of lwIP hands to a call, and those that it leaves: knows pbuf.h and nothing of what wrote the test.
 * A chain ends, every pbuf of it is referenced, and each says how long it is with all behind it. */
static void walk(const char *where, const struct pbuf *p)
{
    unsigned n = 0;
    for (; p; p = p->next) {
        const char *wrong = 0;
        if (++n > 1000)
            wrong = "a chain without end";
        else if (p->ref < 1)
            wrong = "nobody refers to it";
        else if (p->tot_len != (u16_t)(p->len + (p->next ? p->next->tot_len : 0)))
            wrong = "lengths do not add up";
        if (wrong) {
            fprintf(stderr, "INVALID %s: %s: %s\n", probant_test, where, wrong);
            return;
        }
    }
}
#define pbuf_ref(p) (walk("ref", p), pbuf_ref(p), walk("after ref", p))
#define pbuf_cat(h, t) (walk("cat", h), walk("cat", t), pbuf_cat(h, t), walk("after cat", h))
#define pbuf_chain(h, t) (walk("chain", h), walk("chain", t), pbuf_chain(h, t), walk("after chain", h))
#define pbuf_dechain(p) (walk("dechain", p), pbuf_dechain(p))
#define pbuf_realloc(p, n) (walk("realloc", p), pbuf_realloc(p, n), walk("after realloc", p))
#define pbuf_add_header(p, n) (walk("add_header", p), pbuf_add_header(p, n))
#define pbuf_remove_header(p, n) (walk("remove_header", p), pbuf_remove_header(p, n))
#define pbuf_clen(p) (walk("clen", p), pbuf_clen(p))
#define pbuf_free(p) (walk("free", p), pbuf_free(p))
