// test: cli
// Products over ranges that inputs end: as clauses, as assertions, and where they outgrow what is computed.
// args: gen {file} -f factors --emit none --no-replay
// exit: 0
// stdout: 6 covered, 2 infeasible
// stdout: n == 0     true  infeasible
// stdout: t[0] == 4  true  infeasible
// args: gen {file} -f large --emit none --no-replay
// exit: 0
// stdout: n == 1     true  infeasible
// stdout: t[0] == 2  true  infeasible
// args: prove {file} -f factorial --check assert
// stdout: assert r == \product(1, n, \lambda integer i; i);`: never
// stdout: assert -r == \product(-1, n, \lambda integer i; i == 0 ? 1 : i);`: never
// args: prove {file} -f short_of --check assert
// exit: 2
// stdout: n = 2
// args: prove {file} -f beyond --check assert
// exit: 1
// stdout: a product of more than 120 bits
// args: run {file} -f wraps -- 4611686018427387904 4611686018427387904 16
// exit: 1
// args: run {file} -f wraps -- 3 -5 7
// exit: 0
// stdout: 1
// args: reach {file}:81 -f is_prime_square
// exit: 0
// stdout: t = {89, 89}
/*@ requires 0 <= n <= 4 && \valid_read(t + (0 .. n - 1));
    requires \product(0, n - 1, \lambda integer i; t[i]) == 6; */
int factors(const int *t, int n)
{
    if (n == 0) return 0;
    if (n == 1) return t[0] == 6;
    if (t[0] == 4) return 4;
    if (t[0] == -3) return 3;
    return 2;
}
/*@ requires 1 <= n <= 3 && \valid_read(t + (0 .. n - 1));
    requires \product(0, n - 1, \lambda integer i; t[i]) > 5000000000; */
int large(const int *t, int n)
{
    if (n == 1) return 1;
    if (n == 2 && t[0] == 2) return 2;
    return 0;
}
int factorial(int n)
{
    int r = 1;
    if (n < 0 || n > 6) return 0;
    for (int i = 2; i <= n; i++) r *= i;
    //@ assert r == \product(1, n, \lambda integer i; i);
    //@ assert -r == \product(-1, n, \lambda integer i; i == 0 ? 1 : i);
    return r;
}
int short_of(int n)
{
    int r = 1;
    if (n < 0 || n > 6) return 0;
    for (int i = 2; i < n; i++) r *= i;
    //@ assert r == \product(1, n, \lambda integer i; i);
    return r;
}
int beyond(long a, long b, long c, int n)
{
    long t[3] = { a | 1, b | 1, c | 1 };
    if (n != 2) return 0;
    //@ assert \product(0, n, \lambda integer i; t[i]) != 0;
    return 0;
}
/* 2 to the 128th is no zero. */
int wraps(long a, long b, long c)
{
    long t[3] = { a, b, c };
    int n = 2;
    //@ assert \product(0, n, \lambda integer i; t[i]) != 0;
    return 1;
}
/*@ requires n == 2 && \valid_read(t + (0 .. n - 1)) && 1 < t[0] < 100 && 1 < t[1] < 100;
    requires \product(0, n - 1, \lambda integer i; t[i]) == 7921; */
int is_prime_square(const int *t, int n) { return t[0]; }
