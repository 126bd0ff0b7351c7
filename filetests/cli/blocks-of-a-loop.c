// test: cli
// args: gen {file} -f copied --engine goals --emit none --no-replay
// Blocks that an early turn of a loop allocates and a later one may write: whichever turn is the last, each state has its own.
// exit: 0
// stdout: 11 covered, 1 infeasible
#include <stdlib.h>
struct node { struct node *next; };
int copied(struct node *h)
{
    struct node *p, *c;
    int n;
    if (!h) return 0;
    for (p = h, n = 0; p && n < 4; p = c->next, n++) {
        c = malloc(sizeof *c);
        c->next = p->next;
        p->next = c;
    }
    if (p) return 4;
    if (!h->next) return 1;
    if (h->next->next) return 2;
    return 3;
}
