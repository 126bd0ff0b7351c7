// test: cli
// args: gen {file} --target-model ilp32be --out {tmp}
// exit: 0
// stderr: tests for ilp32be are not replayed
// stdout: first, criterion branch: complete
// stdout: frame.byte[0] != 0  true  infeasible
// stdout: objectives      6   5 covered, 1 infeasible
// stdout: bytes[0] == 0xd5  true  infeasible
// stdout: not replayed
#include <stdint.h>

union frame {
    uint32_t word;
    uint8_t byte[4];
};

struct status {
    uint32_t ready : 1;
    uint32_t count : 7;
    uint32_t rest : 24;
};

/* The most significant byte comes first: it is 0x81 where the word is 0x81...... */
int first(uint32_t word)
{
    union frame frame;
    frame.word = word;
    return frame.byte[0] == 0x81 && word != 0x81000000u;
}

/* Only where the least significant byte came first could there be anything in the first. */
int never(uint32_t word)
{
    union frame frame;
    if (word > 0xffffffu)
        return 0;
    frame.word = word;
    if (frame.byte[0] != 0)
        return 1;
    return 2;
}

/* The first bit-field has the most significant bit. */
int field(const struct status *status)
{
    const uint8_t *bytes = (const uint8_t *)status;
    if (status->ready && status->count == 0x55)
        return bytes[0] == 0xd5;
    return bytes[0] == 0xd5 ? 7 : 8;
}

/* What others send is a number in the order of the network already. */
int header(const uint8_t *packet)
{
    const union frame *frame = (const union frame *)packet;
    return frame->word == 0x45000054u ? packet[0] : 0;
}
