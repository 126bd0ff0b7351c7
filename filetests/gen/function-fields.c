// test: gen
// Function pointers of the input lead to functions of their own type, not to all that are called in the same way; and a pointer
// to a link leads into the node around it also by way of a pointer to that pointer.
#include <stddef.h>

struct observer { int (*on)(struct observer *, int); struct observer *next; int hits; };
int once(struct observer *o, int event) { o->hits = 1; return event == 0; }
int never(struct observer *o, int event) { o->hits = event; return 0; }
int notify(struct observer **list, int event)
{
    int removed = 0;
    while (*list) {
        struct observer *o = *list;
        if (o->on && o->on(o, event)) {
            *list = o->next;
            o->next = NULL;
            removed = 1;
        } else {
            list = &o->next;
        }
    }
    return removed;
}
struct link { struct link *next; };
struct item { int id; struct link link; };
#define item_of(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))
int unlink_one(struct link **head, int id)
{
    for (; *head; head = &(*head)->next)
        if (item_of(*head)->id == id) {
            *head = (*head)->next;
            return 1;
        }
    return 0;
}
// gen: notify branch covered=6 findings=0
// gen: unlink_one branch covered=4 findings=0
