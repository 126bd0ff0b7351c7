// test: cli
// What an invariant of states says is asked of each function, too: one that breaks it is a finding, and one that ends a structure
// leaves nothing that it could be asked of.
// args: gen {file} --invariant ok --no-replay --emit none
// exit: 2
// stdout: put, criterion branch: complete
// stdout: line 23: invariant-broken: `ok` holds before a call of `skip` and not after it
// stdout: skip, criterion branch: complete
// no-stdout: before a call of `put`
// no-stdout: before a call of `ring_free`
typedef struct { int item[4]; unsigned head, count; } ring;
void free(void *);
int ok(const ring *r) { return r->head < 4u && r->count <= 4u; }
int put(ring *r, int item)
{
    if (r->count == 4u)
        return 0;
    r->item[(r->head + r->count) % 4u] = item;
    r->count++;
    return 1;
}
/* The count is right, the head may leave the ring. */
int skip(ring *r)
{
    if (r->count == 0)
        return 0;
    r->head++;
    r->count--;
    return 1;
}
void ring_free(ring *r) { free(r); }
