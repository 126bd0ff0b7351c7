#include <stddef.h>

struct node { int key; struct node *next; };

/* Puts a node where a sorted list wants it. */
struct node *insert(struct node *list, struct node *item)
{
    if (list == NULL || item->key < list->key) {
        item->next = list;
        return item;
    }
    struct node *at = list;
    while (at->next != NULL && at->next->key < item->key)
        at = at->next;
    item->next = at->next;
    at->next = item;
    return list;
}
