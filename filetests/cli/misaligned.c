// test: cli
// Tests access what is aligned where they can; what cannot be aligned is found, and nothing behind it is called infeasible.
// args: gen {file} -f get --emit none
// exit: 2
// stdout: 4 covered
// stdout: callers see to
// stdout: `--assume aligned`
// no-stdout: misaligned:
// args: gen {file} -f sum --emit none
// exit: 0
// stdout: 6 covered
// args: gen {file} -f next --emit none
// exit: 0
// stdout: 2 covered
// args: gen {file} -f inside --emit none
// exit: 0
// stdout: 2 covered
// args: gen {file} -f both --emit none
// exit: 1
// stdout: 2 unknown
// stdout: excluded only while accesses are aligned for their types (yours by `--assume aligned`)
// args: gen {file} -f both --emit none --assume aligned --assume starts-array
// exit: 0
// stdout: 2 infeasible
// args: gen {file} -f both --emit none -- -fno-sanitize=alignment
// exit: 0
// stdout: 2 covered
// stdout: 2 replayed
// args: gen {file} -f table --emit none
// exit: 2
// stdout: unknown: excluded only while accesses are aligned for their types
// no-stdout: infeasible
#include <stddef.h>
#include <stdint.h>

struct bucket { uint64_t hash : 48, dib : 16; };
struct map { size_t size, mask; void *buckets; };

static struct bucket *bucket_at(struct map *map, size_t i)
{
    return (struct bucket *)((char *)map->buckets + map->size * i);
}

int get(struct map *map, uint64_t key)
{
    struct bucket *b = bucket_at(map, key & map->mask);
    if (!b->dib)
        return 0;
    if (b->hash == key)
        return 1;
    return 2;
}

/* Words of a text: it begins where it must. */
uint32_t sum(const void *data, size_t n)
{
    const uint32_t *words = data;
    uint32_t sum = 0;
    for (; n >= 4; n -= 4)
        sum += *words++;
    for (const uint8_t *rest = (const uint8_t *)words; n > 0; n--)
        sum += *rest++;
    return sum == 77 ? 1 : 2;
}

/* It lies so that the word is aligned. */
int next(const char *s) { return *(const uint32_t *)(s + 1) == 5 ? 1 : 2; }

struct message { char tag, text[11]; };

/* The structure itself may lie anywhere. */
int inside(struct message *it) { return *(int *)it->text == 3 ? 1 : 2; }

/* Two words of which one is misaligned wherever they lie. */
int both(const char *s) { return (*(const int *)s | *(const int *)(s + 1)) == 3 ? 1 : 2; }

/* No inputs that could be drawn: every one is run. */
int table(unsigned char at)
{
    static const _Alignas(16) unsigned char bytes[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};
    if (at % 4 == 0 || at > 12)
        return 0;
    return *(const uint32_t *)(bytes + at) > 8 ? 1 : 2;
}
