// test: parse
// Each mistake is found, and the parser goes on after it.
int missing_semicolon(int a) {
  int b = a // error: expected
  return b;
}
int missing_operand(int a) {
  return a + ; // error: expected
}
int bad_case(int a) {
  if (a { // error: expected
    return 1;
  }
  return 2;
}
int good(int a) { return a; }
