// test: cli
// A machine that goes on to its next state on one input and back to the first on all others: only one sequence in 10^30 goes
// through all states, and a path is led along it from state to state.
// args: gen {file} -f machine --emit none --no-replay --timing
// exit: 0
// stdout: 74 covered, 1 infeasible
// stdout: chase: 6
int machine(const int *in, int n)
{
    int state = 0;
    for (int i = 0; i < n; i++)
        switch (state) {
        case 0: state = in[i] == 5 ? 1 : 0; break;
        case 1: state = in[i] == 6 ? 2 : 0; break;
        case 2: state = in[i] == 9 ? 3 : 0; break;
        case 3: state = in[i] == 14 ? 4 : 0; break;
        case 4: state = in[i] == 21 ? 5 : 0; break;
        case 5: state = in[i] == 30 ? 6 : 0; break;
        case 6: state = in[i] == 41 ? 7 : 0; break;
        case 7: state = in[i] == 54 ? 8 : 0; break;
        case 8: state = in[i] == 69 ? 9 : 0; break;
        case 9: state = in[i] == 86 ? 10 : 0; break;
        case 10: state = in[i] == 105 ? 11 : 0; break;
        case 11: state = in[i] == 126 ? 12 : 0; break;
        case 12: state = in[i] == 149 ? 13 : 0; break;
        case 13: state = in[i] == 174 ? 14 : 0; break;
        case 14: state = in[i] == 201 ? 15 : 0; break;
        case 15: state = in[i] == 230 ? 16 : 0; break;
        case 16: state = in[i] == 261 ? 17 : 0; break;
        case 17: state = in[i] == 294 ? 18 : 0; break;
        case 18: state = in[i] == 329 ? 19 : 0; break;
        case 19: state = in[i] == 366 ? 20 : 0; break;
        case 20: state = in[i] == 405 ? 21 : 0; break;
        case 21: state = in[i] == 446 ? 22 : 0; break;
        case 22: state = in[i] == 489 ? 23 : 0; break;
        case 23: state = in[i] == 534 ? 0 : 0; break;
        }
    return state;
}
