// test: cli
// Traps are asked for together: an input on which a loop turns for ever runs into none of those behind it, however a path looks that
// was cut there.
// args: gen {file} --no-replay --emit none
// stdout: join, criterion branch
// no-stderr: mistake
struct node { struct node *next; unsigned short all, own; };
void abort(void);
void join(struct node *head, struct node *tail)
{
    struct node *p;
    if (!head || !tail)
        return;
    if (head == tail)
        abort();
    for (p = head; p->next; p = p->next)
        p->all += tail->all;
    if (p->all != p->own)
        abort();
    if (p->next)
        abort();
    p->all += tail->all;
    p->next = tail;
}
