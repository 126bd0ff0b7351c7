// test: cli
// An array of arrays whose lengths are parameters.
// args: gen {file} -f f --budget 60s --out {tmp}
// exit: 2
// stdout: f, criterion branch: complete
// stdout: objectives      2   2 covered
// no-stdout: unknown
int f(int m, int n) { int dp[m][n]; for (int c = 0; c < n; c++) dp[0][c] = 1; return dp[m - 1][n - 1]; }
