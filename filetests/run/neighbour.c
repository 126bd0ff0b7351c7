// test: run
// An index that leaves an array inside of something larger is a trap, though its place is inside of the object.
struct pair { int before; int cells[2]; int after; };

int neighbour(int index)
{
    struct pair pair = {10, {20, 30}, 40};
    return pair.cells[index];
}
// run: neighbour(0) == 20
// run: neighbour(2) traps out-of-bounds
// run: neighbour(-1) traps out-of-bounds
// run: neighbour(3) traps out-of-bounds

int row(int i, int j)
{
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    return m[i][j];
}
// run: row(1, 2) == 6
// run: row(0, 3) traps out-of-bounds
// run: row(1, -1) traps out-of-bounds

int *behind(struct pair *pair, int n) { return &pair->cells[n]; }

int until(int n)
{
    struct pair pair = {10, {20, 30}, 40};
    int sum = 0;
    for (int *at = pair.cells; at != behind(&pair, n); at++)
        sum += *at;
    return sum;
}
// run: until(2) == 50
// run: until(1) == 20
// run: until(3) traps pointer-arithmetic

/* The last member stands for as many elements as there is room for, if it has one or none. */
struct text { int length; char letters[1]; };
union number { long whole; char bytes[1]; };

int trailing(int n)
{
    long room[2] = {0};
    struct text *text = (struct text *)room;
    union number *number = (union number *)room;
    text->letters[n] = 7;
    return text->letters[n] + number->bytes[4 + n];
}
// run: trailing(0) == 14
// run: trailing(3) == 14
