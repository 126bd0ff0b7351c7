// test: cli
// args: reach {dir}:3
// exit: 3
// stderr: it is a directory: name a C file
// args: gen {tmp}
// exit: 3
// stderr: there is no C file in
// args: solve {dir}
// exit: 3
// stderr: it is a directory
