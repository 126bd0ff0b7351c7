// test: cli
// Copying a block whose bytes may be those of a structure makes pointers of the input on the way; what holds of them is kept.
// args: gen {file} --out {tmp} --seeds 0
// exit: 0..2
// no-stderr: internal error
#include <string.h>
struct tree { char *root; char *identity; unsigned long size; };
int bytes(struct tree *tree, long l, char *res)
{
    memcpy(res, tree->identity, tree->size);
    if (tree->root[l] == 0)
        return 3;
    if (l == 77123)
        return 1;
    return 0;
}
struct any { void *root; void *identity; unsigned long size; void *more; };
int whatever(struct any *tree, long l, void *res)
{
    memcpy(res, tree->identity, tree->size);
    char *root = (char *)tree->root;
    if (root + l == 0)
        return 3;
    if (l == 77123)
        return 1;
    return 0;
}
