// test: cli
// args: gen {dir}
// exit: 3
// stderr: it is a directory: name a C file
// args: solve {dir}
// exit: 3
// stderr: it is a directory
