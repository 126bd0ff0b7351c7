// test: cli
// A structure that a function declares inside of itself cannot be named outside; tests that build one define it.
// args: gen {file} --out {tmp}
// exit: 0..2
// stdout: inner, criterion branch: complete
// no-stderr: the compiler failed
// no-stderr: internal error
int inner(void *data)
{
    struct entry { int kind; unsigned low : 3; const char *text; } *entry = data;
    if (entry->kind == 77123 && entry->low == 5)
        return entry->text ? 1 : 2;
    return 0;
}
