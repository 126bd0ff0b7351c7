// test: gen
// What numbers alone exclude is infeasible, whatever pointers lead to, functions of elsewhere do and calls before left behind.
struct item { const char *name; struct item *next; };
extern void report(struct item *found, void *to);
static unsigned calls;
static int same(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}
static struct item *find(struct item *list, const char *name, int exact)
{
    if (list == 0 || name == 0) return 0;
    if (exact) {
        while (list && list->name && !same(list->name, name)) list = list->next;
    } else {
        while (list && list->name && *list->name != *name) list = list->next;
    }
    return list;
}
struct item *find_first_letter(struct item *list, const char *name, void *log)
{
    struct item *found = find(list, name, 0);
    unsigned slot = calls++ % 4u;
    report(found, log);
    if (slot >= 4) return 0;
    return found;
}
// gen: find_first_letter branch covered=12 infeasible=12
