// test: cli
// The text of a clause that a macro brings with it is the clause's.
// args: gen {file} --emit none --no-replay
// exit: 0
// stdout: assuming x > N
// no-stdout: assuming RACT
#define N 4
#define CONTRACT /*@ requires x > N; */
CONTRACT
int g(int x)
{
    return x > 3 ? 1 : 2;
}
