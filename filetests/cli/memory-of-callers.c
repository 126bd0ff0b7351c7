// test: cli
// What other memory of the caller keeps from going wrong is told and has no test of its own; what goes wrong in the code itself has one.
// args: gen {file} -f first --out {tmp}
// exit: 2
// stdout: null-pointer: a null pointer is used in `l->items[0]`
// no-stdout: shown by
// args: gen {file} -f first --reproduce --out {tmp}
// exit: 2
// stdout: shown by
// args: gen {file} -f stored --out {tmp}
// exit: 2
// stdout: (shown by t
// args: gen {file} -f scaled --out {tmp}
// exit: 2
// stdout: signed-overflow: signed arithmetic leaves its type in `l->length * factor` (shown by t
// args: gen {file} -f total --out {tmp}
// exit: 2
// stdout: out-of-bounds: access outside the object in `a[i]` (shown by t
struct list { int length; int *items; };

int first(const struct list *l)
{
    if (l->length == 0)
        return -1;
    return l->items[0];
}

int stored(const char *name, unsigned at)
{
    char own[4] = {0};
    own[at % 5] = name[0];
    if (own[0] == 'x')
        return 1;
    return 0;
}

int scaled(const struct list *l, int factor)
{
    if (l->length < 0)
        return 0;
    return l->length * factor;
}

/*@ requires 0 <= n <= 5;
    requires \valid_read(a + (0 .. n - 1)); */
int total(const int *a, int n)
{
    int n_large = 0;
    for (int i = 0; i <= n; i++)
        n_large += a[i] > 3;
    return n_large;
}
