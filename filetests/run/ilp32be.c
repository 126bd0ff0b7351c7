// test: run ilp32be
// run: first_byte() == 1
// run: last_byte() == 0xd0
// run: byte_of(0x11223344, 0) == 0x11
// run: byte_of(0x11223344, 3) == 0x44
// run: half_of(0x11223344, 0) == 0x1122
// run: half_of(0x11223344, 1) == 0x3344
// run: from_bytes(1, 2, 3, 4) == 0x01020304
// run: field_byte(0) == 0xb9
// run: field_byte(1) == 0x3d
// run: field_byte(2) == 0xbe
// run: field_byte(3) == 0xef
// run: written_byte(0) == 0xb9
// run: written_byte(1) == 0x3d
// run: written_byte(2) == 0xbe
// run: written_byte(3) == 0xef
// run: field_of(0xb93dbeef, 0) == 5
// run: field_of(0xb93dbeef, 1) == 100
// run: field_of(0xb93dbeef, 2) == -3
// run: field_of(0xb93dbeef, 3) == 0xbeef
// run: packed_byte(0) == 0xae
// run: packed_byte(1) == 0xaf
// run: packed_byte(2) == 0x23
// run: packed_byte(3) == 0x45
// run: packed_again() == 1
// run: double_byte(0) == 0x3f
// run: double_byte(1) == 0xf0
// run: stored_halves() == 0x1234
// run: wide_text() == 0

union word {
    unsigned int whole;
    unsigned short half[2];
    unsigned char byte[4];
};

static const unsigned int table[2] = { 0x01020304u, 0xa0b0c0d0u };

int first_byte(void) { return ((const unsigned char *)table)[0]; }
int last_byte(void) { return ((const unsigned char *)table)[7]; }

int byte_of(unsigned int value, int index)
{
    union word word;
    word.whole = value;
    return word.byte[index];
}

int half_of(unsigned int value, int index)
{
    union word word;
    word.whole = value;
    return word.half[index];
}

unsigned int from_bytes(int a, int b, int c, int d)
{
    union word word;
    word.byte[0] = a;
    word.byte[1] = b;
    word.byte[2] = c;
    word.byte[3] = d;
    return word.whole;
}

struct fields {
    unsigned int low : 3;
    unsigned int middle : 7;
    signed int high : 6;
    unsigned int rest : 16;
};

static const struct fields fixed = { 5, 100, -3, 0xbeef };

int field_byte(int index) { return ((const unsigned char *)&fixed)[index]; }

int written_byte(int index)
{
    struct fields fields = { 0 };
    fields.low = 5;
    fields.middle = 100;
    fields.high = -3;
    fields.rest = 0xbeef;
    return ((unsigned char *)&fields)[index];
}

int field_of(unsigned int bits, int which)
{
    union {
        unsigned int whole;
        struct fields fields;
    } it;
    it.whole = bits;
    switch (which) {
    case 0: return it.fields.low;
    case 1: return it.fields.middle;
    case 2: return it.fields.high;
    default: return it.fields.rest;
    }
}

struct __attribute__((packed)) packed {
    unsigned char head : 5;
    unsigned int across : 13;
    unsigned int tail : 14;
};

int packed_byte(int index)
{
    struct packed packed = { 0 };
    packed.head = 0x15;
    packed.across = 0x1abc;
    packed.tail = 0x2345;
    return ((unsigned char *)&packed)[index];
}

int packed_again(void)
{
    struct packed packed = { 0x15, 0x1abc, 0x2345 };
    return packed.head == 0x15 && packed.across == 0x1abc && packed.tail == 0x2345;
}

int double_byte(int index)
{
    static const double one = 1.0;
    return ((const unsigned char *)&one)[index];
}

int stored_halves(void)
{
    unsigned long long both = 0;
    unsigned char *at = (unsigned char *)&both;
    at[2] = 0x12;
    at[3] = 0x34;
    return (int)((both >> 32) & 0xffff) + (int)((both >> 16) & 0xffff);
}

int wide_text(void) { return ((const unsigned char *)L"A")[0]; }
