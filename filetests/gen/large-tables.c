// test: gen
// Tables of constants that nobody lists: what stands at an index is looked up, and an index where something stands is found.
#define M(x) ((x) * 2654435761u)
#define R4(f, x) f(x), f((x) + 1), f((x) + 2), f((x) + 3)
#define R16(f, x) R4(f, x), R4(f, (x) + 4), R4(f, (x) + 8), R4(f, (x) + 12)
#define R64(f, x) R16(f, x), R16(f, (x) + 16), R16(f, (x) + 32), R16(f, (x) + 48)
#define R256(f, x) R64(f, x), R64(f, (x) + 64), R64(f, (x) + 128), R64(f, (x) + 192)
#define R1024(f, x) R256(f, x), R256(f, (x) + 256), R256(f, (x) + 512), R256(f, (x) + 768)
static const unsigned words[2048] = { R1024(M, 0), R1024(M, 1024) };
int one_of(unsigned i)
{
    if (i >= 2048) return 0;
    if (words[i] == M(1500)) return 1;
    if (words[i] == M(3000)) return 2;
    if ((int)words[i] < -2144722674) return 3;
    if (words[i] == words[7] + 1) return 4;
    return 5;
}
int two(unsigned short i, unsigned short j)
{
    if (i >= 2048 || j >= 2048) return 0;
    if (words[i] + words[j] == M(4000)) return 1;
    if (words[i] < 1000 && words[j] > words[i] + 4294000000u) return 2;
    return 3;
}
/* A table that others change, too. */
static unsigned changed[2048] = { R1024(M, 0), R1024(M, 1024) };
int written(unsigned i, unsigned j)
{
    if (i >= 2048 || j >= 2048) return 0;
    changed[5] = 1;
    if (changed[i] == 1) return i == 5 ? 1 : 2;
    changed[i] = 9;
    if (changed[j] == 9) return 3;
    return 4;
}
void refill(void) { for (unsigned i = 0; i < 2048; i++) changed[i] = 0; }
int from_first(unsigned i)
{
    unsigned own[2048] = { R1024(M, 0), R1024(M, 1024) };
    if (i >= 2047) return 0;
    own[3] = own[4];
    if (own[i] == own[i + 1]) return 1;
    return 2;
}
/* Members of structures, each a table of its own, and characters seen through a pointer. */
struct pair { unsigned key; short value; };
#define P(x) { M(x), (short)((x) % 100) }
static const struct pair pairs[1280] = { R1024(P, 0), R256(P, 1024) };
int member(unsigned i)
{
    if (i >= 1280 || pairs[i].key != M(1205)) return 0;
    if (pairs[i].value == 5) return 1;
    return 2;
}
int byte_of(unsigned i)
{
    const unsigned char *bytes = (const unsigned char *)words;
    if (i >= sizeof words) return 0;
    if (bytes[i] == 0xb1 && i % 4 == 0) return 1;
    if (i % 4 == 1 && i < 4 && bytes[i] != 0) return 2;
    return 3;
}
/* Large arrays of zeros, and what is zeroed again. */
int zeroed(unsigned x, unsigned y)
{
    int own[50000] = {0};
    if (x >= 50000 || y >= 50000) return 0;
    own[x] = 3;
    if (own[y] == 3) return x == y ? 1 : 2;
    if (own[y] != 0) return 3;
    return 4;
}
void *memset(void *, int, unsigned long);
int again(unsigned x, int c)
{
    int own[5000] = {0};
    if (x >= 5000) return 0;
    own[7] = 2;
    if (c) memset(own, 0, sizeof own);
    if (own[x] == 2) return c ? 1 : 2;
    return 3;
}
// gen: one_of branch covered=8 infeasible=2
// gen: two branch covered=9 infeasible=1
// gen: written branch covered=10
// gen: from_first branch covered=4
// gen: member branch covered=5 infeasible=1
// gen: byte_of branch covered=11 infeasible=1
// gen: zeroed branch covered=8 infeasible=2
// gen: again branch covered=7 infeasible=1
