// test: cli
// Null is tried where the contract or a function further down asks for it.
// args: gen {file} --emit none --no-replay
// exit: 0
// no-stdout: 1 infeasible
static int inner(const char *s)
{
    if (!s)
        return 1;
    return s[0] ? 2 : 3;
}

/*@ requires \valid_read(s + (0 .. 2)) || s == \null; */
int by_contract(const char *s)
{
    const char *t = s;
    if (!t)
        return 1;
    return t[0] ? 2 : 3;
}

int handed_on(const char *s)
{
    return inner(s);
}
