// test: gen
// Arrays longer than those that are tried first: found, and nothing outside of short ones is a finding.
int far(int *a, int i) { if (i < 100) return 0; a[i] = 1; if (a[i] == 1) return 1; return 2; }
int last(const int *a, int n) { if (n > 200 && a[n - 1] == 7) return 1; return 0; }
int fixed(const char *s) { if (s[300] == 'x') return 1; return 0; }
int two(int *a, int *b, int i) { if (i > 150 && a[i] == b[i]) return 1; return 0; }
int length(const char *s) { int n = 0; while (s[n]) n++; if (n == 80) return 1; return 0; }
int total(const unsigned char *a, int n)
{
    if (n < 70) return 0;
    int s = 0;
    for (int i = 0; i < 70; i++) s += a[i];
    if (s == 7) return 1;
    return 2;
}
#define ONE(i) if (a[i] == (i)) r++;
#define SIX(i) ONE(i) ONE(i + 1) ONE(i + 2) ONE(i + 3) ONE(i + 4) ONE(i + 5)
int each(const int a[72])
{
    int r = 0;
    SIX(0) SIX(6) SIX(12) SIX(18) SIX(24) SIX(30) SIX(36) SIX(42) SIX(48) SIX(54) SIX(60) SIX(66)
    return r;
}
int all(const int *a) { int r = 0; for (int i = 0; i < 100; i++) if (a[i] == i * 7) r++; if (r == 100) return 1; return 0; }
// gen: far branch covered=3 infeasible=1 findings=0
// gen: last branch covered=4 findings=0
// gen: fixed branch covered=2 findings=0
// gen: two branch covered=4 findings=0
// gen: length branch covered=4 findings=0
// gen: total branch covered=6 findings=0
// gen: each branch covered=144 findings=0
// gen: all branch covered=6 findings=0
