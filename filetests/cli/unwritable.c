// test: cli
// What cannot be written is said, and the summary is printed all the same.
// args: gen {file} --out {file}/out
// exit: 3
// stderr: cannot make
// args: gen {file} --out {tmp} --json {file}/report.json
// exit: 3
// stderr: cannot write
// stdout: f, criterion branch: complete
// stdout: exit status 3: the input is wrong
int f(int x) { return x > 0; }
