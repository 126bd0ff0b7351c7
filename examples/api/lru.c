/* A cache of two entries; the one that was used least recently makes room. */
#include <stdbool.h>

#define ENTRIES 2

struct entry { int key, value; unsigned used; bool taken; };
struct cache { struct entry entry[ENTRIES]; unsigned now, hits, misses; };

void cache_init(struct cache *cache)
{
    for (int i = 0; i < ENTRIES; i++)
        cache->entry[i].taken = false;
    cache->now = cache->hits = cache->misses = 0;
}

bool cache_get(struct cache *cache, int key, int *value)
{
    for (int i = 0; i < ENTRIES; i++) {
        struct entry *e = &cache->entry[i];
        if (e->taken && e->key == key) {
            e->used = ++cache->now;
            cache->hits++;
            *value = e->value;
            return true;
        }
    }
    cache->misses++;
    return false;
}

void cache_put(struct cache *cache, int key, int value)
{
    struct entry *oldest = &cache->entry[0];
    for (int i = 0; i < ENTRIES; i++) {
        struct entry *e = &cache->entry[i];
        if (e->taken && e->key == key) {
            oldest = e;
            break;
        }
        if (!e->taken) {
            oldest = e;
            e->used = 0;
            e->taken = false;
        } else if (oldest->taken && e->used < oldest->used) {
            oldest = e;
        }
    }
    oldest->key = key;
    oldest->value = value;
    oldest->used = ++cache->now;
    oldest->taken = true;
}

int cache_rate(const struct cache *cache)
{
    unsigned all = cache->hits + cache->misses;
    if (all == 0)
        return -1;
    return (int)(100u * cache->hits / all) >= 50;
}
