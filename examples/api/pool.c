/* A pool of three blocks of equal size. */
#include <stddef.h>

#define BLOCKS 3

struct pool { unsigned char block[BLOCKS][8]; unsigned char taken[BLOCKS]; int n_taken; };

void pool_init(struct pool *pool)
{
    for (int i = 0; i < BLOCKS; i++)
        pool->taken[i] = 0;
    pool->n_taken = 0;
}

void *pool_take(struct pool *pool)
{
    for (int i = 0; i < BLOCKS; i++)
        if (!pool->taken[i]) {
            pool->taken[i] = 1;
            pool->n_taken++;
            return pool->block[i];
        }
    return NULL;
}

int pool_give(struct pool *pool, void *block)
{
    for (int i = 0; i < BLOCKS; i++)
        if (block == pool->block[i]) {
            if (!pool->taken[i])
                return -2;
            pool->taken[i] = 0;
            pool->n_taken--;
            return 0;
        }
    return -1;
}

int pool_is_full(const struct pool *pool)
{
    if (pool->n_taken == BLOCKS)
        return 1;
    return 0;
}
