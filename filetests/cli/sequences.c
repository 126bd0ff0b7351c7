// test: cli
// What static variables of functions hold is what calls left there: tests call several times, as few as it takes.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: second, criterion branch: complete
// stdout: debounce, criterion branch: complete
// stdout: toggle, criterion branch: complete
// stdout: remembers, criterion branch: complete
// stdout: never, criterion branch: complete
// stdout: state > 3  true  infeasible
// no-stdout: unknown
int second(void) { static int n; if (n++ == 1) return 1; return 0; }
int debounce(int level)
{
    static int last, count;
    if (level != last) {
        last = level;
        count = 0;
    } else if (count < 3 && ++count == 3) {
        return 1;
    }
    return 0;
}
int toggle(int x) { static _Bool on; if (x == 5) on = !on; if (on) return 1; return 0; }
int remembers(int x) { static int before; int same = x == before; before = x; if (same && x == 77) return 1; return 0; }
int never(int x)
{
    static unsigned char state;
    state = (state + x) & 3;
    if (state > 3)
        return 1;
    return 0;
}
