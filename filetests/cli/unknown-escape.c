// test: cli
// An escape that C does not know is its letter.
// args: run {file}
// exit: 0
int main(void) { return "\j"[0] - 'j'; }
