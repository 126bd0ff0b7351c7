// test: gen
// A union of pointers to different structures leads to whichever of them the code looks at.
struct a { int x; struct a *next; };
struct b { int y, z; };
struct v { int tag; union { struct a *p; struct b *q; } u; };
int get(struct v *v)
{
    if (v->tag == 0) { if (v->u.p && v->u.p->x == 7) return 1; return 2; }
    if (v->tag == 1) { if (v->u.q && v->u.q->z == 9) return 3; return 4; }
    return 5;
}
struct leaf { long key; long val; };
struct inner { long key; struct edge *left, *right; };
struct edge { int is_leaf; union { struct leaf *leaf; struct inner *inner; }; };
long find(const struct edge *e, long key)
{
    for (int depth = 0; e && depth < 4; depth++) {
        if (e->is_leaf) {
            if (e->leaf && e->leaf->key == key) return e->leaf->val;
            return -1;
        }
        if (!e->inner) return -2;
        e = key < e->inner->key ? e->inner->left : e->inner->right;
    }
    return -3;
}
struct item { int kind; union { int *count; const char *name; struct item *ref; } as[2]; };
int show(const struct item *it)
{
    if (it->kind == 0) return it->as[0].count && *it->as[0].count > 3;
    if (it->kind == 1) return it->as[1].name && it->as[1].name[0] == 'x' ? 2 : 3;
    if (it->as[0].ref && it->as[0].ref->kind == 5) return 4;
    return it->as[1].ref == it ? 6 : 5;
}
// gen: get branch covered=12
// gen: find branch covered=14
// gen: show branch covered=18
