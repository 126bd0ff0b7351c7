/* A rate limiter: a bucket of tokens that fills with time. */
#include <stdbool.h>
#include <stdint.h>

typedef struct { uint32_t last; uint16_t tokens, most, every; uint8_t refused; } limiter_t;

bool limiter_init(limiter_t *l, uint16_t most, uint16_t every, uint32_t now)
{
    l->last = now;
    l->tokens = l->most = most;
    l->every = every;
    l->refused = 0;
    return most > 0 && every > 0;
}

static void fill(limiter_t *l, uint32_t now)
{
    if (l->every == 0)
        return;
    uint32_t n = (now - l->last) / l->every;
    if (n == 0)
        return;
    l->last += n * l->every;
    if (n >= (uint32_t)(l->most - l->tokens))
        l->tokens = l->most;
    else
        l->tokens = (uint16_t)(l->tokens + n);
}

bool limiter_allow(limiter_t *l, uint32_t now)
{
    fill(l, now);
    if (l->tokens == 0) {
        if (l->refused < 3)
            l->refused++;
        return false;
    }
    l->tokens--;
    l->refused = 0;
    return true;
}

bool limiter_is_flooded(const limiter_t *l)
{
    if (l->refused == 3)
        return true;
    return false;
}
