// test: cli
// A measured value may be no number.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: voltage, criterion branch: complete
// stdout: 7 covered, 1 infeasible
// stdout: v < 3.0f  true  infeasible
// no-stdout: left out
// no-stdout: unknown
float hal_voltage(void);
int voltage(void)
{
    float v = hal_voltage();
    if (v > 3.3f && v < 3.0f)
        return 1;
    if (v != v)
        return 2;
    return v > 5.0f ? 3 : 4;
}
