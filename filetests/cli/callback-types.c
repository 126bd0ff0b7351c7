// test: cli
// A pointer of the input leads to functions of exactly its type, of this file or of others.
// args: gen {file} -f uses --out {tmp} -- -Wall -Wextra -Werror
// exit: 0..2
// no-stderr: internal error
// no-stderr: warning
struct device {
    int (*read)(void *to, unsigned long n);
    int (*write)(const void *from, unsigned long n);
    char *(*name)(long);
    void *(*handle)(long);
};
int plain_read(void *to, unsigned long n) { return to && n == 1; }
int uses(struct device *d)
{
    char byte = 0;
    if (d->write(&byte, 1) == 5)
        return 1;
    if (d->read(&byte, 1) == 7)
        return 2;
    if (d->name(3) == 0)
        return 3;
    if (d->handle(3) == 0)
        return 4;
    return 0;
}
