/* A stack of numbers that grows. */
#include <stdlib.h>

#define LARGEST 2

typedef struct stack {
    int *items;
    int  n, room;
} stack;

stack *stack_new(int room)
{
    if (room <= 0 || room > LARGEST)
        return NULL;
    stack *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    s->items = malloc((size_t)room * sizeof *s->items);
    if (!s->items) {
        free(s);
        return NULL;
    }
    s->n = 0;
    s->room = room;
    return s;
}

int stack_push(stack *s, int item)
{
    if (s->n == s->room) {
        if (s->room == LARGEST)
            return 0;
        int *items = realloc(s->items, 2 * (size_t)s->room * sizeof *items);
        if (!items)
            return 0;
        s->items = items;
        s->room *= 2;
    }
    s->items[s->n++] = item;
    return 1;
}

int stack_pop(stack *s, int *item)
{
    if (s->n == 0)
        return 0;
    *item = s->items[--s->n];
    return 1;
}

/* Exchanges the upper two. */
int stack_swap(stack *s)
{
    if (s->n < 2)
        return 0;
    int upper = s->items[s->n - 1];
    if (upper == s->items[s->n - 2])
        return 1;
    s->items[s->n - 1] = s->items[s->n - 2];
    s->items[s->n - 2] = upper;
    return 2;
}

void stack_free(stack *s)
{
    if (!s)
        return;
    free(s->items);
    free(s);
}
