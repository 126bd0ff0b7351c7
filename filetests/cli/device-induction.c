// test: cli
// What static variables keep however often functions are called excludes without a word about first values; what a call may break,
// or others may write, excludes nothing.
// args: gen {file} --out {tmp}
// exit: 1
// stdout: debounce, criterion branch: complete
// stdout: n > 3  true  infeasible, by induction over calls, because n <= 3 before every call and n >= 0 before every call
// stdout: key, criterion branch: complete
// stdout: held > 3  true  infeasible, by induction over calls
// stdout: machine, criterion branch: complete
// stdout: state  default  infeasible, by induction over calls
// stdout: is one of 1, 4, 9 before every call
// stdout: far, criterion branch: partial
// stdout: many == 50   true   unknown
// stdout: many == 101  true   infeasible
// stdout: wraps, criterion branch: partial
// stdout: small == 0  true  unknown
// stdout: leaks, criterion branch: partial
// stdout: lent > 3  true  unknown
// stdout: again, criterion branch: partial
// stdout: busy  true  unknown
// stdout: two, criterion branch: complete
// stdout: a > b  true  infeasible
int hal_gpio_read(int);
void hal_call_back(void);
int debounce(int level)
{
    static int n;
    if (level) {
        if (n < 3)
            n++;
    } else
        n = 0;
    if (n > 3)
        return -1;
    return n == 3;
}
int key(void)
{
    static unsigned char held;
    if (hal_gpio_read(4)) {
        if (held < 3)
            held++;
    } else
        held = 0;
    if (held > 3)
        return -1;
    return held == 3;
}
int machine(int event)
{
    static int state = 1;
    switch (state) {
    case 1: state = event ? 4 : 1; return 0;
    case 4: state = event > 3 ? 9 : 1; return 0;
    case 9: state = 1; return 2;
    default: return -1;
    }
}
/* Fifty calls get there; nobody made so many. */
int far(void) { static int many; if (many < 100) many++; if (many == 50) return 1; if (many == 101) return 2; return 0; }
int wraps(void) { static unsigned char small; small++; if (small == 0) return 1; return 0; }
int leaks(int **p) { static int lent; *p = &lent; if (lent > 3) return 1; return 0; }
/* What is called meanwhile may call again. */
int again(void) { static int busy; if (busy) return -1; busy = 1; hal_call_back(); busy = 0; return 0; }
int two(int x)
{
    static int a, b = 10;
    if (x) {
        if (a < 5)
            a++;
    } else if (b > 5)
        b--;
    if (a > b)
        return 1;
    return 0;
}
