// test: cli
// The factorial where products wrap round: from the fourth turn on it is divisible by 8, so that 2 has no other preimage.
// args: reach {file}:18 -f unsigned_fact
// exit: 0
// stdout: i = 2
// args: reach {file}:18 -f unsigned_fact --when given!=2
// exit: 5
// args: reach {file}:29 -f signed_fact --overflow wrap --when given!=2
// exit: 5
int unsigned_fact(unsigned i)
{
    unsigned j = 1, given = i;
    while (i != 0) {
        j = j * i;
        i = i - 1;
    }
    if (j == 2)
        return 1;
    return given > 5;
}
int signed_fact(int i)
{
    int j = 1, given = i;
    while (i != 0) {
        j = j * i;
        i = i - 1;
    }
    if (j == 2)
        return 1;
    return given > 5;
}
