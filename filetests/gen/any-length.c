// test: gen
// What is impossible in arrays of any length is so although only short ones are tried.
int written(int *a, int i, int j) { a[i] = j; if (a[i] == j) return 1; return 0; }
int twice(int *a, int i, int j) { a[i] = j; a[a[i]] = 3; if (a[i] == 3) return 1; return 0; }
int through(int *a, int i, int j) { a[i] = j; a[a[i]] = 3; if (a[j] == 3) return 1; return 0; }
int either(int *a, int i, int j) { a[i] = j; a[a[i]] = 3; if (a[i] == j || a[i] == 3) return 1; return 0; }
int apart(int *a, int i, int j) { if (i == j) return 2; a[i] = 1; a[j] = 2; if (a[i] == 1) return 1; return 0; }
int swapped(int *a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; if (a[j] == t) return 1; return 0; }
int unchanged(const int *a, int i, int j) { int x = a[i]; int y = a[j]; if (i == j) { if (x != y) return 1; return 2; } return 0; }
int flags(_Bool *a, int i) { if (a[i] > 1) return 1; return 0; }
// Here longer arrays show more than is tried.
int next(int *a, int i) { a[i] = 1; a[i + 1] = 2; if (a[i] == 1) return 1; return 0; }
int far(int *a, int i) { if (i < 100) return 0; a[i] = 1; if (a[i] == 1) return 1; return 2; }
int far_apart(const int *a, int i, int j) { if (i < 100 || j < 100) j = i; if (a[i] != a[j]) return 1; return 2; }
int product(int *a, unsigned i) { a[i] = 1; a[i * 3u] = 2; if (a[i] == 2 && i > 0) return 1; return 0; }
// gen: written branch covered=1 infeasible=1
// gen: written path feasible=1 trapped=1
// gen: twice path feasible=2 trapped=2
// gen: through branch covered=1 infeasible=1
// gen: either branch covered=3 infeasible=1
// gen: apart branch covered=3 infeasible=1
// gen: swapped branch covered=1 infeasible=1
// gen: unchanged branch covered=3 infeasible=1
// gen: flags branch covered=1 infeasible=1
// gen: next branch covered=1 infeasible=1
// gen: far branch covered=3 infeasible=1
// gen: far_apart branch covered=6
// gen: product branch covered=3 unknown=1
