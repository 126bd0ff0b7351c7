// test: cli
// A `main` that reaches its end returns 0, also where a test calls it; and no compiler warns of it.
// args: gen {file} --out {tmp} -- -Wall -Werror
// exit: 0
// stdout: main, criterion branch: complete
// stdout: twice, criterion branch: complete
int seen;
int twice(int n) { if (n > 5) return 2 * 5; return 0; }
int main(int argc, char **argv)
{
    if (argc == 4 && argv)
        seen = twice(argc);
}
