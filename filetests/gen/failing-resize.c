// test: gen
// What only a failing allocation shows is looked for before hard questions are asked of a world where none fails.
#include <stdlib.h>
#include <string.h>
int split(char *s, int d, int max, int *o)
{
    int n = 0, l = strlen(s);
    o = 0;
    for (int i = 0; i <= l; i++)
        if (s[i] == d || s[i] == 0) {
            if (n == max) {
                max = max ? max << 1 : 2;
                int *t = realloc(o, sizeof(int) * max);
                if (!t) {
                    free(o);
                    return -1;
                }
                o = t;
            }
            o[n++] = i;
        }
    free(o);
    return n;
}
// gen: split branch covered=12
