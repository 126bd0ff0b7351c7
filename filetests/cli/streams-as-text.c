// test: cli
// Lines, words and floats that come from a stream are inputs of tests.
// args: gen {file} -f count --out {tmp}
// exit: 0
// stdout: objectives      6   6 covered
// args: gen {file} -f word --out {tmp}
// exit: 0
// stdout: objectives      6   6 covered
// args: gen {file} -f large --out {tmp}
// exit: 0
// stdout: objectives      4   4 covered
// args: gen {file} -f unbounded --out {tmp}
// exit: 0
// stdout: objectives      4   4 covered
// A line may be as long as it likes.
// args: gen {file} -f is_long --out {tmp}
// exit: 1
// no-stdout: infeasible
// Numbers of so many digits are not modelled.
// args: gen {file} -f digits --out {tmp}
// exit: 1
// no-stdout: infeasible
#include <stdio.h>
#include <stdlib.h>

int count(FILE *f)
{
    char *line = NULL;
    size_t room = 0;
    int n = 0;
    while (getline(&line, &room, f) > 0)
        if (line[0] == '#' && line[1] == '!')
            n++;
    free(line);
    return n;
}

int word(void)
{
    char text[8];
    if (scanf("%7s", text) != 1)
        return -1;
    return text[0] == 'o' && text[1] == 'k' ? 1 : 0;
}

int large(FILE *f)
{
    double x;
    return fscanf(f, "%lf", &x) == 1 && x > 1e6 ? 1 : 0;
}

int unbounded(void)
{
    char text[8];
    if (scanf("%s", text) != 1)
        return -1;
    return text[0] == 'q' ? 1 : 0;
}

int is_long(FILE *f)
{
    char *line = NULL;
    size_t room = 0;
    long n = getline(&line, &room, f);
    free(line);
    return n > 300 ? 1 : 0;
}

int digits(void)
{
    int n;
    if (scanf("%2d", &n) == 1 && n > 10)
        return 1;
    return 0;
}
