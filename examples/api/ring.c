/* A ring buffer of bytes that callers hold and others fill. */
#include <stdbool.h>
#include <stdint.h>

#define CAPACITY 3

typedef struct {
    uint8_t  data[CAPACITY];
    unsigned head, tail, count;
    bool     lost;
} ring_t;

void ring_init(ring_t *ring)
{
    ring->head = ring->tail = ring->count = 0;
    ring->lost = false;
}

bool ring_put(ring_t *ring, uint8_t byte)
{
    if (ring->count == CAPACITY) {
        ring->lost = true;
        return false;
    }
    ring->data[ring->head] = byte;
    if (++ring->head == CAPACITY)
        ring->head = 0;
    ring->count++;
    return true;
}

int ring_get(ring_t *ring)
{
    if (ring->count == 0)
        return -1;
    int byte = ring->data[ring->tail];
    if (++ring->tail == CAPACITY)
        ring->tail = 0;
    ring->count--;
    return byte;
}

/* Has a byte been lost since the last time it was asked? */
bool ring_lost(ring_t *ring)
{
    if (!ring->lost)
        return false;
    ring->lost = false;
    return true;
}
