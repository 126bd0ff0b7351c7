// test: cli
// args: gen {file}
// exit: 3
// stderr: defines no function: name a file with a function body
// args: gen {file} -f f
// exit: 3
// stderr: has no function `f`: it defines none
int x;
