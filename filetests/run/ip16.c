// test: run ip16
// run: sizes() == 222484
// run: product(300, 300) == 24464
// run: overflow(32767) traps signed-overflow
// run: overflow(32766) == 32767
// run: promoted(200, 200) == 400
// run: unsigned_short(1) == 0
// run: shifted(1, 15) == 0x8000
// run: shifted(1, 16) traps shift-range
// run: constant_is_long() == 4
// run: layout() == 10
// run: long_of(40000) == 40000
// run: through_pointer(7) == 7
// run: bits_promoted() == 1
// run: filled() == 0x0707

typedef unsigned int size_t;

long sizes(void)
{
    return sizeof(short) * 100000L + sizeof(int) * 10000L + sizeof(void *) * 1000L
        + sizeof(long) * 100L + sizeof(long long) * 10L + sizeof(1L);
}

unsigned product(unsigned a, unsigned b) { return a * b; }
int overflow(int a) { return a + 1; }
int promoted(unsigned char a, unsigned char b) { return a + b; }

/* An unsigned short is as wide as an int, so it is promoted to unsigned. */
int unsigned_short(unsigned short a) { return a - 2 < 0; }

unsigned shifted(unsigned a, int by) { return a << by; }
int constant_is_long(void) { return sizeof(40000); }

struct mixed {
    char c;
    long l;
    char d;
    int i;
};

int layout(void) { return sizeof(struct mixed) + __builtin_offsetof(struct mixed, l) - 2; }
long long_of(unsigned a) { return a; }

int through_pointer(int value)
{
    int object = value;
    int *pointers[2] = { 0, &object };
    return *pointers[1];
}

/* A bit-field of 16 unsigned bits stays unsigned; one of 15 becomes an int. */
int bits_promoted(void)
{
    struct {
        unsigned whole : 16;
        unsigned part : 15;
    } bits = { 0, 0 };
    return (bits.whole - 1 > 0) && (bits.part - 1 < 0);
}

void *memset(void *to, int byte, size_t size);

int filled(void)
{
    int word = 0;
    memset(&word, 7, sizeof word);
    return word;
}
