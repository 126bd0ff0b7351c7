// test: cli
// args: gen {dir}/there-is-none.c
// exit: 3
// stderr: there-is-none.c: there is no such file
// args: inspect {dir}/there-is-none.c
// exit: 3
// stderr: there is no such file
// args: run {dir}/there-is-none.c
// exit: 3
// stderr: there is no such file
// args: solve {dir}/there-is-none.fd
// exit: 3
// stderr: there is no such file
