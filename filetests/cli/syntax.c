// test: cli
// Several errors a run, each with the line it is about.
// args: gen {file}
// exit: 3
// stderr: expected an expression, found `;`
// stderr:   return x +;
// stderr: syntax.c:15:13
// stderr: expected a name to declare, found `3y`
// stderr: expected `)`, found `{`
// stderr: to match this `(`
// args: inspect {file}
// exit: 3
// stderr: expected an expression, found `;`
int f(int x) {
  return x +;
}
int g(void) {
  int 3y;
  return 1;
}
int h(int a { return a; }
