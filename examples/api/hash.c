/* A map from numbers to numbers, with chains. */
#include <stdlib.h>

#define BUCKETS 4

typedef struct node { int key, value; struct node *next; } node;
typedef struct map { node *bucket[BUCKETS]; int n; } map;

static unsigned bucket_of(int key) { return (unsigned)key % BUCKETS; }

static node *find(const map *m, int key)
{
    for (node *n = m->bucket[bucket_of(key)]; n; n = n->next)
        if (n->key == key)
            return n;
    return NULL;
}

map *map_new(void) { return calloc(1, sizeof(map)); }

int map_put(map *m, int key, int value)
{
    node *n = find(m, key);
    if (n) {
        n->value = value;
        return 0;
    }
    n = malloc(sizeof *n);
    if (!n)
        return -1;
    n->key = key;
    n->value = value;
    n->next = m->bucket[bucket_of(key)];
    m->bucket[bucket_of(key)] = n;
    m->n++;
    return 1;
}

int map_get(const map *m, int key, int otherwise)
{
    const node *n = find(m, key);
    return n ? n->value : otherwise;
}

int map_remove(map *m, int key)
{
    node **link = &m->bucket[bucket_of(key)];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    if (!*link)
        return 0;
    node *gone = *link;
    *link = gone->next;
    free(gone);
    m->n--;
    return 1;
}

void map_free(map *m)
{
    if (!m)
        return;
    for (int i = 0; i < BUCKETS; i++)
        while (m->bucket[i]) {
            node *gone = m->bucket[i];
            m->bucket[i] = gone->next;
            free(gone);
        }
    free(m);
}
