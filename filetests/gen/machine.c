// test: gen
// A machine never leaves its states: what it is set to bounds it, whatever it reads and however often. One that steps out of them
// by adding does leave them.
int machine(const int *in, int n)
{
    int state = 0;
    for (int i = 0; i < n; i++)
        switch (state) {
        case 0: state = in[i] == 5 ? 1 : 0; break;
        case 1: state = in[i] == 6 ? 2 : 0; break;
        case 2: state = in[i] == 7 ? -1 : 1; break;
        case -1: break;
        }
    if (state > 2) return -2;
    if (state < -1) return -3;
    return state;
}
// gen: machine branch covered=14 infeasible=3

int leaves(const int *in, int n)
{
    int state = 0;
    for (int i = 0; i < n; i++)
        switch (state) {
        case 0: state = in[i] == 5 ? 3 : 0; break;
        case 3: state = in[i] == 6 ? state + 1 : 0; break;
        }
    return state > 3;
}
// gen: leaves branch covered=9
