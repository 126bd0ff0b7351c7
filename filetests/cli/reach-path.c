// test: cli
// A path as tests name it: an input that takes it, or the proof that none does. The first is printed in a paper on address
// mapping: three values of a row are passed, the first of the next one is found behind the first of a pile.
// args: reach {file}:b1+,b2+,b3-,b2+,b3-,b2+,b3-,b2-,b1+,b2+,b3+,b4+,b5-,b7+,b8+,b9+ -f strike
// exit: 0
// stdout: n11 =
// no-stdout: n12 =
// args: reach {file}:b1+,b2+ -f apart
// exit: 5
// args: reach {file}:b1+,b2- -f apart
// exit: 0
// stdout: x = 4
// args: reach {file}:b1+,b2- -f bounded
// exit: 5
// stdout: 0 <= x <= 3
// args: reach {file}:b1+,d1- -f apart
// exit: 3
// stderr: a path consists of outcomes
// args: reach {file}:b1+,b9+ -f apart
// exit: 3
// stderr: has no objective b9+
#include <stdlib.h>
struct entry { int value; struct entry *in_row, *in_col; };
struct line { struct entry *first; struct line *next; };
struct pile { struct entry *first; struct pile *next; };
struct sheet { struct line *lines; struct pile *piles; };
void strike(struct sheet *s, int value)
{
    struct line *l = s->lines;
    struct pile *c = s->piles;
    struct entry *d, *e, *p;
    while (l->next != NULL) {
        d = l->first;
        while (d != NULL) {
            if (d->value == value)
                while (c->next != NULL) {
                    e = c->first;
                    if (d == e) {
                        if (e->in_row != NULL) {
                            free(d);
                            return;
                        }
                    } else {
                        p = e->in_row;
                        while (p != NULL)
                            if (p == d) {
                                if (p->in_row != NULL) {
                                    e->in_row = p->in_row;
                                    free(d);
                                    return;
                                }
                            } else
                                p = p->in_row;
                    }
                    c = c->next;
                }
            d = d->in_col;
        }
        l = l->next;
    }
}
int apart(int x) { int n = 0; if (x > 3) n++; if (x < 2) n++; return n; }
//@ requires 0 <= x <= 3;
int bounded(int x) { int n = 0; if (x > 3) n++; if (x < 2) n++; return n; }
