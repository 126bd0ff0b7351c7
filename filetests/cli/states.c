// test: cli
// Structures as calls of the exported functions leave them: states that no caller reaches are in no test, and functions that only the
// file calls are reached by way of those that others call.
// args: gen {file} --states api --out {tmp}
// exit: 0
// stdout: queue_new, criterion branch: complete
// stdout: queue_put, criterion branch: complete
// stdout: queue_take, criterion branch: complete
// stdout: pick, criterion branch: complete
// stdout: mode_next, criterion branch: complete
// no-stdout: unknown
// no-stdout: line
#include <stdlib.h>
struct queue { int item[2]; unsigned n; };
static int mode;
struct queue *queue_new(unsigned room)
{
    if (room != 2)
        return NULL;
    return calloc(1, sizeof(struct queue));
}
/* Any n above 2 would be an access out of bounds: no caller gets there. */
int queue_put(struct queue *q, int item)
{
    if (q->n == 2)
        return 0;
    q->item[q->n++] = item;
    return 1;
}
static int pick(struct queue *q)
{
    int item = q->item[0];
    if (q->n == 2)
        q->item[0] = q->item[1];
    q->n--;
    return item;
}
int queue_take(struct queue *q, int otherwise)
{
    if (q->n == 0)
        return otherwise;
    return pick(q);
}
void queue_free(struct queue *q) { free(q); }
/* A static variable of the file begins with its first value, too. */
int mode_next(void)
{
    if (mode == 3)
        return -1;
    return ++mode;
}
