/* The receiving side of a small protocol: a start byte, a length, so many bytes, a sum. */
#include <stdbool.h>
#include <stdint.h>

#define START 0x7E
#define LONGEST 2

enum state { IDLE, LENGTH, PAYLOAD, SUM, READY, FAILED };
typedef struct {
    enum state state;
    uint8_t    payload[LONGEST], length, n, sum, errors;
} receiver;

void receiver_init(receiver *r)
{
    r->state = IDLE;
    r->length = r->n = r->sum = r->errors = 0;
}

static void fail(receiver *r)
{
    if (++r->errors == 2)
        r->state = FAILED;
    else
        r->state = IDLE;
}

void receiver_byte(receiver *r, uint8_t byte)
{
    switch (r->state) {
    case IDLE:
        if (byte == START)
            r->state = LENGTH;
        break;
    case LENGTH:
        if (byte == 0 || byte > LONGEST) {
            fail(r);
            break;
        }
        r->length = byte;
        r->n = r->sum = 0;
        r->state = PAYLOAD;
        break;
    case PAYLOAD:
        r->payload[r->n++] = byte;
        r->sum += byte;
        if (r->n == r->length)
            r->state = SUM;
        break;
    case SUM:
        if (byte == r->sum)
            r->state = READY;
        else
            fail(r);
        break;
    default:
        break;
    }
}

/* The bytes of a frame that is there; -1 if none is. */
int receiver_take(receiver *r)
{
    if (r->state != READY)
        return -1;
    r->state = IDLE;
    return r->length;
}

bool receiver_recover(receiver *r)
{
    if (r->state != FAILED)
        return false;
    receiver_init(r);
    return true;
}
