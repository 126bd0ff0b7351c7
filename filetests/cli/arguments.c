// test: cli
// args: gen {file} --budget soon
// exit: 3
// stderr: `soon` is no time; try 10s, 500ms or 2m
// args: gen {file} --budget 3weeks
// exit: 3
// stderr: unknown unit `weeks`; use ms, s, m or h
// args: gen {file} --criterion everything
// exit: 3
// stderr: possible values: statement, branch
// args: gen
// exit: 3
// stderr: <FILE.c>
// args: generate {file}
// exit: 3
// stderr: similar
// args: gen {file} --k -1
// exit: 3
// args: gen {file} --nonsense
// exit: 3
// stderr: unexpected argument '--nonsense'
// args: --help
// exit: 0
// stdout: Exit status
// args: gen --help
// exit: 0
// stdout: Examples:
// args: --version
// exit: 0
// stdout: probant
int f(int x) { return x > 0; }
