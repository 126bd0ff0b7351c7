// test: cli
// Labels as values inside of statement expressions.
// args: run {file}
// exit: 2
int main(void) {
  int s = 0;
  s += ({ void *p = &&b; int i = 0; goto *p; a: i++; b: i++; i; });
  s += ({ void *p = &&d; int i = 0; goto *p; c: i++; d: i++; i; });
  return s;
}
