// test: cli
// A function of the library that a file declares differently.
// args: run {file}
// exit: 0
int strlen(char *);
int main() { char *p = "hello"; return strlen(p) - 5; }
