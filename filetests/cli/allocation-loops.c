// test: cli
// Outcomes that need an allocation to fail, inside loops and in what loops call: in the plain world no run has them, and no
// number of turns shows that; then allocations may fail, and tests make them fail.
// args: gen {file} -f trie_add --emit none --no-replay
// exit: 2
// stdout: 10 covered
// args: gen {file} -f padd --emit none --no-replay
// exit: 0
// stdout: 22 covered
// args: gen {file} -f padd --emit none --no-replay --malloc-may-fail
// exit: 0
// stdout: 22 covered
// args: gen {file} -f holes --emit none --no-replay
// exit: 0
// stdout: 10 covered
// args: gen {file} -f large --emit none --no-replay
// exit: 0
// stdout: 2 covered
#include <stdlib.h>
struct trie { int end; struct trie *kid[4]; };
int trie_add(struct trie *t, const char *s)
{
    while (*s) {
        unsigned i = (unsigned char)*s & 3;
        if (!t->kid[i]) {
            struct trie *n = malloc(sizeof *n);
            if (!n) return -1;
            n->end = 0;
            for (int k = 0; k < 4; k++) n->kid[k] = 0;
            t->kid[i] = n;
        }
        t = t->kid[i];
        s++;
    }
    if (t->end) return 0;
    t->end = 1;
    return 1;
}
struct term { int coef, exp; struct term *next; };
static struct term *term(int c, int e)
{
    struct term *t = malloc(sizeof *t);
    if (!t) return 0;
    t->coef = c; t->exp = e; t->next = 0;
    return t;
}
struct term *padd(const struct term *a, const struct term *b)
{
    struct term *head = 0, **tail = &head;
    while (a || b) {
        struct term *t;
        if (!b || (a && a->exp > b->exp)) { t = term(a->coef, a->exp); a = a->next; }
        else if (!a || b->exp > a->exp) { t = term(b->coef, b->exp); b = b->next; }
        else {
            int c = (int)((unsigned)a->coef + (unsigned)b->coef);
            int e = a->exp;
            a = a->next; b = b->next;
            if (c == 0) continue;
            t = term(c, e);
        }
        if (!t) {
            while (head) { struct term *n = head->next; free(head); head = n; }
            return 0;
        }
        *tail = t;
        tail = &t->next;
    }
    return head;
}
// A pointer that some turn leaves null is asked for with reason.
struct rl { int v; struct rl *next; };
int holes(const struct rl *l)
{
    struct rl *kept = malloc(sizeof *kept);
    int n = 0;
    kept->next = 0;
    while (l) {
        if (!kept) n++;
        if (l->v == 3) { free(kept); kept = 0; }
        else if (!kept) { kept = calloc(2, sizeof *kept); if (!kept) return -1; }
        l = l->next;
    }
    free(kept);
    return n;
}
// How much is asked for decides whether it can be there.
int large(unsigned long n)
{
    char *p = malloc(n);
    if (!p) return 1;
    free(p);
    return 0;
}
