// test: cli
// What a function of another file gives that is called like an allocator is another block each time, and what its partner takes is
// gone: two structures are never one, and none is used after its end.
// args: gen {file} --states api --out {tmp}
// exit: 1
// stdout: box_new, criterion branch: complete
// stdout: box_join, criterion branch: partial
// stdout: a == b  true  unknown: no sequence of up to
// stdout: box_free, criterion branch: complete
// no-stdout: findings
// no-stdout: disagree
typedef __SIZE_TYPE__ size_t;
void *pool_alloc(size_t size);
void pool_free(void *block);
struct box { struct box *next; int n; };
struct box *box_new(int n);
int box_join(struct box *a, struct box *b)
{
    if (a == b)
        return -1;
    if (a->next || b->next)
        return 0;
    a->next = b;
    return a->n + b->n > 0;
}
struct box *box_new(int n)
{
    struct box *box;
    if (n < 0 || n > 9)
        return 0;
    box = pool_alloc(sizeof *box);
    if (!box)
        return 0;
    box->next = 0;
    box->n = n;
    return box;
}
void box_free(struct box *box)
{
    if (box->n)
        box->n = 0;
    pool_free(box);
}
