// test: cli
// A C function as invariant of states: it holds of every structure that a function is given, and nothing else does.
// args: gen {file} --invariant ok --out {tmp}
// exit: 0
// stdout: put, criterion branch: complete
// stdout: r->count > 4u  true  infeasible
// stdout: ok_before_put does not return 0
// stdout: move, criterion branch: complete
// stdout: from->count > 4u  true  infeasible
// stdout: any, criterion branch: complete
// stdout: ok, criterion branch: complete
// no-stdout: unknown
// no-stdout: finding
// args: gen {file} --invariant okay --no-replay --emit none
// exit: 3
// stderr: has no function `okay`: did you mean `ok`?
// args: gen {file} --invariant any --no-replay --emit none
// exit: 3
// stderr: `any` is no invariant: it should take a pointer to a structure
// args: gen {file} --out {tmp}
// stdout: put, criterion branch: complete
// no-stdout: covered, 
typedef struct { int item[4]; unsigned head, count; } ring;
int ok(const ring *r) { return r->head < 4u && r->count <= 4u; }
int put(ring *r, int item)
{
    if (r->count > 4u)
        return -1;
    if (r->count == 4u)
        return 0;
    r->item[(r->head + r->count) % 4u] = item;
    r->count++;
    return 1;
}
int move(ring *to, ring *from)
{
    if (!from)
        return -2;
    if (from->count > 4u)
        return -1;
    return put(to, from->item[from->head % 4u]);
}
int any(int x) { if (x == 3) return 1; return 0; }
