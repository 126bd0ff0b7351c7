// test: gen
// Objects with more places than can be listed: what stands at an index is the last write there, or what stood there at first.
static short seen[1100];
int twice(unsigned x, unsigned y)
{
    if (x >= 1100 || y >= 1100) return 0;
    seen[x] = 1;
    seen[y] += 2;
    if (seen[x] == 3) return x == y ? 1 : 2;
    if (seen[x] != 1) return 3;
    return seen[y] == 2;
}
static unsigned hash(const unsigned char *in) { return (in[0] << 8 | in[1]) * 2654435761u >> 21; }
int hashed(const unsigned char *a, const unsigned char *b)
{
    static const unsigned char *last[1 << 11];
    last[hash(a)] = a;
    const unsigned char *before = last[hash(b)];
    if (before && before[0] == b[0]) return 1;
    return 2;
}
struct log { int n; char text[1100]; int level; };
int put(struct log *l, unsigned at)
{
    if (at >= sizeof l->text) return 0;
    l->text[at] = 'x';
    if (l->level == 3 && l->text[l->n & 1023] == 'x') return 1;
    return 2;
}
int bytes_of(unsigned at, int value)
{
    static union { unsigned char byte[4400]; int word[1100]; } u;
    if (at >= 1100) return 0;
    u.word[at] = value;
    if (u.byte[at * 4 + 1] == 7 && u.byte[at * 4] == 1) return 1;
    return 2;
}
// gen: twice branch covered=8 infeasible=2
// gen: hashed branch covered=4
// gen: put branch covered=6
// gen: bytes_of branch covered=6
