// test: world
// An index that may be negative leads before the array, too.
void sort(int *a, int n)
{
    int p = 0;
    while (p < n) {
        if (a[p] >= a[p - 1]) p++;
        else { int t = a[p - 1]; a[p - 1] = a[p]; a[p] = t; p--; if (p == 0) p = 1; }
    }
}
// expect:
// sort
//   a: int *
//     plain: the start of an array of int
//     beyond starts-array: any element of its array
//     not tried: null, with which nothing compares it
//   n: int
//     plain: any value
//   taken for granted in the plain world
//     starts-array: a leads to the start of an array; yours by `--assume starts-array`, where more is touched
