// test: cli
// What is wrong with arguments is said, with what would be right.
// args: gen {file} --config {tmp}/none.toml
// exit: 3
// stderr: none.toml: there is no such file
// args: gen {file} --config {file}
// exit: 3
// stderr: bad-arguments.c:1: 
// args: gen {file}.c
// exit: 3
// stderr: there is no such file
// args: gen {file} -f f --pre nothing
// exit: 3
// stderr: has no function `nothing`: it defines `f`, `pair`, `silent`
// args: gen {file} -f f --pre pair
// exit: 3
// stderr: `pair` and `f` have different parameters: give `pair` those of `f`
// args: gen {file} -f f --pre silent
// exit: 3
// stderr: `silent` is no precondition: it should return an integer
// args: gen {file} -f f --pre elsewhere
// exit: 3
// stderr: `elsewhere` is declared
// args: gen {file} --tests-per-path 0
// exit: 3
// stderr: 0 is not in 1..=1000
// args: gen {file} --criterion bogus
// exit: 3
// stderr: [possible values: statement, branch, condition, decision, mcdc, path, kpath, boundary]
// args: gen {file} --criterion path --k -1
// exit: 3
// args: gen {file} --budget soon
// exit: 3
// stderr: --budget
int elsewhere(int x);
int f(int x) { return elsewhere(x) > 0; }
int pair(int a, int b) { return a < b; }
void silent(int x) {}
