// test: cli
// What a pointer leads to is read as numbers and as text, and there pointers stand: no test rests on what addresses look like, and
// nothing is excluded that they may decide.
// args: gen {file} --emit none
// exit: 1
// stdout: empty, criterion branch: partial
// stdout: text, criterion branch: partial
// stdout: kept, criterion branch: complete
// stdout: unknown: paths meet what is not modelled: a pointer read byte by byte
// no-stdout: left out
// no-stdout: infeasible
struct header { unsigned long hash : 48; unsigned long distance : 16; };
struct entry { void *owner; struct entry *next; };
int empty(struct entry *e)
{
    if (e == 0 || e->next != e || e->owner != e)
        return -1;
    struct header *h = (struct header *)e->next;
    return h->distance == 0 ? 1 : 2;
}
int text(struct entry *e)
{
    if (e == 0 || e->owner != e)
        return -1;
    const char *name = e->owner;
    return name[0] == 0 ? 1 : 2;
}
/* What is left behind is no pointer of ours. */
int kept(struct entry *e)
{
    if (e == 0 || e->next != e)
        return 0;
    *(unsigned *)&e->next = 0;
    return 1;
}
