/* The same for filetests/cli/states-list.c: both ways along a list meet the same links, and there are as many as it says. */
static void walk(const char *where, const struct list *list)
{
    unsigned n = 0;
    const struct link *at = &list->head;
    do {
        if (!at->next || !at->prev || at->next->prev != at || at->prev->next != at || ++n > 1000) {
            fprintf(stderr, "INVALID %s: %s: links\n", probant_test, where);
            return;
        }
        at = at->next;
    } while (at != &list->head);
    if (n - 1 != list->n)
        fprintf(stderr, "INVALID %s: %s: count\n", probant_test, where);
}
#define list_init(l) (list_init(l), walk("after init", l))
#define list_add(l, key) (walk("add", l), list_add(l, key))
#define list_take(l, other) (walk("take", l), list_take(l, other))
#define list_count(l) (walk("count", l), list_count(l))
