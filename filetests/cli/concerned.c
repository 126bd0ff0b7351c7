// test: cli
// A test speaks of the globals that a run can look at, by name or through pointers, and of no others.
// args: gen {file} -f f --emit none --no-replay --json -
// exit: 0
// stdout: "named"
// stdout: "behind"
// no-stdout: "others"
int named, behind, others;
static int *const table[] = {&behind};
void elsewhere(void) { others++; }
int f(int i)
{
    if (i != 0) return named > 3;
    if (*table[i] == 7) return 1;
    return 0;
}
