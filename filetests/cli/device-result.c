// test: cli
// What a HAL writes fits where it writes it.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: get, criterion branch: complete
// stdout: 5 covered, 1 infeasible
// stdout: v > 255  true  infeasible
// no-stdout: left out
// no-stdout: unknown
int hal_get(int channel, unsigned char *value);
int get(void)
{
    unsigned char v = 7;
    if (hal_get(2, &v) != 0)
        return -1;
    if (v > 255)
        return 1;
    return v == 9 ? 2 : 3;
}
