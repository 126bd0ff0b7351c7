// test: cli
// Lists and rings that are as long as the code says: one input each, where a walk would decide link by link.
// args: gen {file} -f count --emit none --no-replay
// exit: 0
// stdout: 4 covered
// args: gen {file} -f laps --emit none --no-replay
// exit: 2
// stdout: 4 covered
// args: gen {file} -f held --emit none --no-replay
// exit: 0
// stdout: 4 covered
struct node { int value; struct node *next; };
struct list { int used; struct node *head; };

int count(const struct node *p)
{
    int n = 0;
    while (p) {
        n++;
        p = p->next;
    }
    if (n == 700) return 1;
    return 0;
}

int laps(const struct node *p)
{
    const struct node *first = p;
    int n = 0;
    do {
        n++;
        p = p->next;
    } while (p != first);
    if (n == 300) return 1;
    return 0;
}

int held(const struct list *l)
{
    int n = 0;
    for (const struct node *p = l->head; p; p = p->next)
        n++;
    if (n == 150) return 1;
    return 0;
}
