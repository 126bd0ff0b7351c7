// test: cli
// Functions of the file that count as defined elsewhere: what they return is chosen, through their pointers they write
// anything, and test files that include the source put their own in their place.
// args: gen {file} -f level --stub read_port --stub parse --gcov --out {tmp}
// exit: 0
// stdout: level, criterion branch: complete
// stdout: 4/4 by gcov
// args: gen {file} -f level --out {tmp}
// exit: 0
// stdout: infeasible
// args: reach {file}:41 --stub read_port
// exit: 0
// args: reach {file}:41
// exit: 5
// args: prove {file} -f level --stub parse
// exit: 0
// args: gen {file} -f level --stub raed_port
// exit: 3
// stderr: there is no function `raed_port` to replace: did you mean `read_port`?
// args: gen {file} -f level --stub hidden
// exit: 3
// stderr: `hidden` is static: only functions that the linker sees can be replaced
// args: gen {file} -f level --stub old
// exit: 3
// stderr: `old` is defined in the old style
// args: gen {file} -f read_port --stub read_port
// exit: 3
// stderr: `read_port` is declared
int port;
int read_port(int channel)
{
    return channel == 3 ? 7 : 0;
}
void parse(const char *text, int *value) { *value = text[0] == 'x'; }
static int hidden(void) { return port; }
int old(a) int a; { return a + hidden(); }
int level(int channel)
{
    int value = 0;
    if (read_port(channel) > 100)
        return -1;
    parse("a", &value);
    if (value == 42)
        return 2;
    return read_port(3) == 8;
}
