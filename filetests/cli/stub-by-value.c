// test: cli
// A function of elsewhere that is given a structure with pointers by value is scripted; what it may write through them is said.
// args: gen {file} -f put --out {tmp}
// exit: 0
// stdout: put, criterion branch: complete
// args: gen {file} -f kept --out {tmp}
// exit: 1
// stdout: unknown: excluded only while length writes nothing through its parameter 1
typedef struct { int len; char *data; } counted;
typedef struct { char *text; counted counted; } string;
int length(string s);
int put(string s, int n)
{
    int l = length(s);
    if (l > n)
        return -1;
    return l == 0 && s.text;
}
int kept(void)
{
    char c = 'x';
    string s = {&c, {1, &c}};
    length(s);
    if (c != 'x')
        return 1;
    return 0;
}
