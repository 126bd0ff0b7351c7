// test: cli
// A call through a local leads to what was put there: what functions of other files do is no matter where no pointer comes from outside.
// args: gen {file} -f casted --out {tmp}
// exit: 0
// stdout: 4   3 covered, 1 infeasible
// args: gen {file} -f given --out {tmp}
// exit: 0..1
// no-stdout: infeasible, by
static void *work() { return 0; }
int casted(int x)
{
    void *(*t)(void *) = work;
    if (t(0) == 0 && x == 3)
        return 1;
    return 0;
}

int given(void *(*t)(void *), int x)
{
    if (t(0) == 0 && x == 3)
        return 1;
    return 0;
}
