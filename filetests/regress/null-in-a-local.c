// test: gen
// A parameter that is compared with a local in which null was put may be null.

int held(void *key)
{
    void *r = 0;
    if (r == key)
        return 1;
    return 0;
}

int perhaps(int c, int *p, int *key)
{
    int *r = 0;
    if (c)
        r = p;
    if (r == key)
        return 1;
    return 0;
}

static int same(const int *a, const int *b)
{
    return a == b;
}

int passed(int *key)
{
    if (same(0, key))
        return 1;
    return 0;
}
// gen: held branch covered=2
// gen: perhaps branch covered=4
// gen: passed branch covered=2

struct holder { int *p; };

int stored(struct holder *s, int *key)
{
    s->p = 0;
    if (s->p == key)
        return 1;
    return 0;
}

static int *none(void)
{
    return 0;
}

int returned(int *key)
{
    if (none() == key)
        return 1;
    return 0;
}
// gen: stored branch covered=2
// gen: returned branch covered=2
