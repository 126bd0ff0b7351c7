// test: gen
// The result is returned in memory: a place for it is passed before the arguments.
typedef struct { int quotient, remainder; } pair;

pair divide(int a, int b)
{
    pair result = { a / b, a % b };
    if (a > 3) result.quotient++;
    return result;
}

pair of_list(pair *list, int n)
{
    pair best = { 0, 0 };
    if (list == 0) return best;
    if (n == 1) best = list[0];
    return best;
}
// gen: divide branch covered=2
// gen: of_list branch covered=4
