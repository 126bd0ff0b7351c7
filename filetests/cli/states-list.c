// test: cli
// Lists whose links lie inside of what they link, as kernels have them: every list of a test is one that calls have built, so that no
// link leads nowhere and the two ways along it agree.
// args: gen {file} --states api --out {tmp}
// exit: 1
// stdout: list_add, criterion branch: complete
// stdout: list_take, criterion branch: complete
// stdout: n != list->n  true  unknown: no sequence of up to
// stdout: 3 covered, 1 unknown
// no-stdout: findings
struct link { struct link *next, *prev; };
struct list { struct link head; unsigned n; };
struct item { int key; struct link link; };
#define ITEM(l) ((struct item *)((char *)(l) - __builtin_offsetof(struct item, link)))
void *malloc(__SIZE_TYPE__);
void free(void *);
void list_init(struct list *list)
{
    list->head.next = list->head.prev = &list->head;
    list->n = 0;
}
int list_add(struct list *list, int key)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return 0;
    item->key = key;
    item->link.prev = list->head.prev;
    item->link.next = &list->head;
    list->head.prev->next = &item->link;
    list->head.prev = &item->link;
    list->n++;
    return 1;
}
int list_take(struct list *list, int otherwise)
{
    struct link *first = list->head.next;
    int key;
    if (first == &list->head)
        return otherwise;
    key = ITEM(first)->key;
    list->head.next = first->next;
    first->next->prev = &list->head;
    list->n--;
    free(ITEM(first));
    return key;
}
unsigned list_count(const struct list *list)
{
    unsigned n = 0;
    for (const struct link *at = list->head.next; at != &list->head; at = at->next)
        n++;
    if (n != list->n)
        return ~0u;
    return n;
}
