// test: run
enum colour { RED, GREEN = 5, BLUE };
enum signs { MINUS = -1, PLUS = 1 };
typedef enum { A = 'a', B } letter;
int values(void) { return RED * 100 + GREEN * 10 + BLUE; }
// run: values() == 56
int unsigned_without_negatives(enum colour c) { return c - 1 > 0; }
// run: unsigned_without_negatives(0) == 1
int signed_with_negatives(enum signs s) { return s < 0; }
// run: signed_with_negatives(-1) == 1
int letters(letter l) { switch (l) { case A: return 1; case B: return 2; } return 3; }
// run: letters(98) == 2
// run: letters(99) == 3
int constants_are_int(void) { return sizeof(GREEN) == sizeof(int) && RED - 1 < 0; }
// run: constants_are_int() == 1
int in_size(void) { enum { N = 3 }; int a[N] = {1, 2, 3}; return a[N - 1]; }
// run: in_size() == 3
