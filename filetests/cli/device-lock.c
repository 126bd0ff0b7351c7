// test: cli
// Functions of elsewhere change no variable whose address nobody has.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: take, criterion branch: complete
// stdout: 5 covered, 1 infeasible
// stdout: held > 1u  true  infeasible
// no-stdout: left out
// no-stdout: unknown
void hal_lock(void);
void hal_unlock(void);
int take(unsigned n)
{
    unsigned held = 0;
    hal_lock();
    if (n > 2u)
        held = 1;
    hal_unlock();
    if (held > 1u)
        return -1;
    return held ? 1 : 0;
}
