// test: run
// An index may leave an array for its neighbour in the same structure: that is undefined in C, but no trap of ours.
struct pair { int before; int cells[2]; int after; };

int neighbour(int index)
{
    struct pair pair = {10, {20, 30}, 40};
    return pair.cells[index];
}
// run: neighbour(0) == 20
// run: neighbour(2) == 40
// run: neighbour(-1) == 10
// run: neighbour(3) traps out-of-bounds
