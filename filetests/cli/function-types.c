// test: cli
// args: gen {file} -f line --out {tmp} --no-cache
// exit: 0
// stdout: 4 covered
// A parameter may have the name of a type of functions: what it leads to may return what that says.

typedef char *reader(char *to, int size, void *from);

int line(reader *next, char *buffer, void *from)
{
    if (next(buffer, 4, from) == 0) {
        return -1;
    }
    if (buffer[0] == 'q') {
        return 1;
    }
    return 0;
}
