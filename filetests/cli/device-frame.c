// test: cli
// A structure that a HAL returns.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: frame, criterion branch: complete
// stdout: 7 covered, 1 infeasible
// stdout: f.len == 9  true  infeasible
// no-stdout: left out
// no-stdout: unknown
struct frame { unsigned id; unsigned char len; };
struct frame hal_frame(void);
int frame(void)
{
    struct frame f = hal_frame();
    if (f.len > 8)
        return -1;
    if (f.id > 0x7FFu && f.len == 9)
        return 1;
    return f.id == 0x123u ? 2 : 3;
}
