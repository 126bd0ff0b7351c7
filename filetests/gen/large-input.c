// test: gen
// What stands at an index of a large input is a word of it wherever that is; equal indices, equal words.
int table[1100];
int looked_up(int i, int j)
{
    if (i < 0 || j < 0 || i >= 1100 || j >= 1100) return 0;
    if (table[i] == 42 && table[j] == 7) return i == j ? 1 : 2;
    return 3;
}
// gen: looked_up branch covered=13 infeasible=1
