// test: cli
// Another file may define what is weak here in its own way, and nobody need define what is only declared.
// args: gen {file} -f there --emit none
// exit: 1
// stdout: 1 covered, 1 unknown
// stdout: excluded only while weak late is there (yours by `--assume weak-as-here`)
// args: gen {file} -f replaced --emit none
// exit: 1
// stdout: excluded only while weak hook is the one of this file
// args: gen {file} -f replaced --emit none --assume weak-as-here
// exit: 0
// stdout: 1 covered, 1 infeasible
// args: gen {file} -f unasked --emit none
// exit: 0
// stdout: 3 covered, 1 infeasible
void late(void) __attribute__((weak));
int __attribute__((weak)) hook(void) { return 0; }

int there(void)
{
    if (late)
        return 1;
    return 0;
}

int replaced(void) { return hook() ? 1 : 2; }

/* What numbers alone exclude is excluded whatever the hook does. */
int unasked(int n)
{
    hook();
    if (n > 3)
        return n < 2 ? 1 : 2;
    return 0;
}
