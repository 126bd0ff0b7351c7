// test: cli
// `main` is where a program begins: its variables have their first values, in each test anew; those of elsewhere have any.
// args: gen {file} -f main --out {tmp}
// exit: 0
// stdout: main, criterion branch: complete
// stdout: objectives     10   7 covered, 3 infeasible
// args: gen {file} -f step --out {tmp}
// exit: 0
// stdout: step, criterion branch: complete
// no-stdout: not covered
int count = 3;
static int mode;
extern int other_file;
static int calls(void) { static int n; return ++n; }
int step(void) { if (count == 4) { mode = 2; return 1; } return 0; }
int main(int argc, char **argv)
{
    (void)argv;
    if (count != 3 || mode)
        return 1;
    if (calls() > 1)
        return 2;
    if (other_file == 5)
        return 3;
    if (argc == 2)
        count = 9;
    return 0;
}
