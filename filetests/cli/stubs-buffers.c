// test: cli
// What is passed a `void *` and behind it how many bytes there are fills them: a callback, a function of elsewhere. What comes
// first with a plain number is more often what a callback was registered with, and stays as it is; so does a block that is given back,
// shorter or longer.
// args: gen {file} -f fixed -f sized -f received -f random_key --out {tmp}
// exit: 0
// stdout: fixed, criterion branch: complete
// stdout: sized, criterion branch: complete
// stdout: received, criterion branch: complete
// stdout: random_key, criterion branch: complete
// no-stdout: uninitialised
// no-stdout: not replayed
// args: gen {file} -f kept --out {tmp}
// exit: 1
// stdout: unknown: excluded only while peek writes nothing through its parameter 1
// args: gen {file} -f trimmed --out {tmp}
// exit: 1
// stdout: unknown: excluded only while trim writes nothing through its parameter 1
#include <stdint.h>
#include <stdlib.h>
struct device {
    int (*read)(const struct device *device, uint32_t block, void *buffer, uint32_t size);
    uint32_t n;
};
int fixed(const struct device *d)
{
    uint8_t b[8];
    if (!d->read)
        return -1;
    if (d->read(d, 3, b, 8))
        return 1;
    if (b[0] == 'm' && b[7] == 9)
        return 2;
    return 3;
}
int sized(const struct device *d)
{
    if (!d->read || d->n > 64 || d->n < 4)
        return -1;
    uint8_t *b = malloc(d->n);
    if (!b)
        return -2;
    int r = 0;
    if (d->read(d, 3, b, d->n))
        r = 1;
    else if (b[1] == 'x' && b[3] == 7)
        r = 2;
    free(b);
    return r;
}
int receive(int fd, void *to, unsigned n);
int received(int fd)
{
    int v[4];
    if (receive(fd, v, sizeof v) < 0)
        return -1;
    return v[3] == 1234567 ? 1 : 0;
}
void get_random(void *to, size_t n);
int random_key(void) { unsigned key; get_random(&key, sizeof key); return key % 7 == 3 ? 1 : 0; }
int peek(void *context, unsigned event);
int kept(int *p) { int old = *p; peek(p, 3); if (*p != old) return 1; return 0; }
void *trim(void *block, size_t size);
int trimmed(int *p)
{
    int old = *p;
    trim(p, sizeof *p);
    if (*p != old)
        return 1;
    return 0;
}
