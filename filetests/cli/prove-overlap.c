// test: cli
// What the user wrote holds also where parameters lead into one array, as far as the contract lets them.
// args: prove -f first_only {file}
// exit: 2
// stdout: `ensures p[1] == 1;`, with
// stdout: q = &p[1]
// stdout: 6 proved, 1 wrong, 0 unknown
// args: prove -f all {file}
// exit: 0
// stdout: `ensures p[1] == 1;`: never
// args: prove -f unsaid {file}
// exit: 2
// stdout: `ensures *p == 1;`, with
// args: prove -f touched {file}
// exit: 0
// stdout: assuming \separated(p, q)
// stdout: 4 proved, 0 wrong, 0 unknown
// args: prove -f divides {file}
// exit: 1
// stdout: never while
// stdout: p and q lie apart
// args: gen {file} -f late --emit none --no-replay
// exit: 2
// stdout: ensures-failed
// p = a, q = a + 1.
/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p, q);
    ensures p[1] == 1; */
void first_only(int *p, int *q) { p[1] = 1; q[0] = 2; }
/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p + (0 .. 1), q + (0 .. 1));
    ensures p[1] == 1; */
void all(int *p, int *q) { p[1] = 1; q[0] = 2; }
// p == q.
/*@ ensures *p == 1; */
void unsaid(int *p, int *q) { *p = 1; *q = 2; }
/*@ requires \separated(p, q); ensures *p == 1; */
void touched(int *p, int *q) { *p = 1; *q = 2; }
// What goes wrong by itself only where callers pass one array twice is theirs to keep from happening.
int divides(int *p, int *q) { *p = 1; *q = 0; return 10 / *p; }
// An outcome that no input shows, and a promise that is broken only where arrays overlap.
/*@ requires \valid(p + (0 .. 1)) && \valid(q + (0 .. 1)); requires \separated(p, q);
    ensures p[1] == 1; */
int late(int *p, int *q, int x) { p[1] = 1; q[0] = 2; if (x != x) return 1; return 0; }
