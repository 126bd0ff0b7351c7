// test: cli
// A node of a radix tree is replaced by a larger one.
// args: gen {file} -f add48 --budget 60s --out {tmp}
// exit: 2
// stdout: add48, criterion branch: complete
// stdout: objectives      8   8 covered
// no-stdout: unknown
#include <stdlib.h>
#include <string.h>
typedef struct { unsigned len; unsigned char num; unsigned char partial[10]; } node;
typedef struct { node n; unsigned char keys[256]; node *child[48]; } n48;
typedef struct { node n; node *child[256]; } n256;
void add48(n48 *n, node **ref, unsigned char c, void *child) {
    if (n->n.num < 48) { int p = 0; while (n->child[p]) p++; n->child[p] = child; n->keys[c] = p + 1; n->n.num++; }
    else {
        n256 *m = calloc(1, sizeof *m);
        for (int i = 0; i < 256; i++) if (n->keys[i]) m->child[i] = n->child[n->keys[i] - 1];
        m->n.num = n->n.num; memcpy(m->n.partial, n->n.partial, 10);
        *ref = (node *)m; free(n); m->n.num++; m->child[c] = child;
    }
}
