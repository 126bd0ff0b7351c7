// test: cli
// Boundaries of comparisons of floats: the number itself and both its neighbours.
// args: gen {file} -f limit --emit none --criterion boundary
// stdout: 3   3 covered
// args: gen {file} -f sums --emit none --criterion boundary
// stdout: 3   3 covered
// args: gen {file} -f zero --emit none --criterion boundary
// stdout: 3   3 covered
// args: gen {file} -f no_neighbour --emit none --criterion boundary
// stdout: x * x just below 2.0  infeasible
// stdout: 1 covered, 2 infeasible
// args: gen {file} -f saturated --emit none --criterion boundary
// stdout: 6   6 covered
int limit(double x) { if (x < 0.5) return 1; return 0; }
int sums(float x, float y) { if (x * 2.0f >= y + 1.0f) return 1; return 0; }
int zero(double x) { if (x == 0.0) return 1; return 0; }
int no_neighbour(double x) { if (x * x < 2.0) return 1; return 0; }
float saturated(float u) { if (u > 100.0f) u = 100.0f; else if (u < -100.0f) u = -100.0f; return u; }
