// test: cli
// A handler of signals is registered. That it runs is not tried: what only it brings about is unknown, and what is volatile changes.
// args: gen {file} -f loop -f asked --out {tmp}
// exit: 0
// stdout: loop, criterion branch: complete
// stdout: asked, criterion branch: complete
// args: gen {file} -f plain --out {tmp}
// exit: 1
// stdout: unknown: paths meet what is not modelled: what the model of a library function leaves out
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t stop;
static int seen;
static void on(int number)
{
    stop = number;
    seen = number;
}

int loop(int n)
{
    int i = 0;
    signal(SIGINT, on);
    while (!stop && i < n)
        i++;
    if (stop)
        return -1;
    return i == n;
}

int asked(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGTERM, &action, NULL) < 0)
        return -1;
    return 0;
}

int plain(int n)
{
    seen = 0;
    signal(SIGINT, on);
    while (n > 0)
        n--;
    if (seen)
        return 1;
    return 0;
}
