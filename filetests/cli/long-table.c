// test: cli
// A long table of pointers is set and checked by a loop: element by element the compiler would take minutes.
// args: gen {file} -f keep --out {tmp}
// exit: 0
// stdout: keep, criterion branch: complete
// no-stdout: not replayed
struct node { struct node *next; };
struct node *table[100000];
int n;
int keep(struct node *p)
{
    if (n < 0 || n >= 100000)
        return -1;
    table[n] = p;
    if (table[99999])
        return 1;
    return 0;
}
