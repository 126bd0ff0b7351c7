// test: heap
// What blocks hold: nothing yet, or nothing any more; and blocks that are not there.
#include <stdlib.h>
#include <string.h>

int fill_bug(int n)
{
    int *a = malloc(4 * sizeof *a), i, r = 0;
    for (i = 1; i < 4; i++) a[i] = n;
    if (a[n & 3] > 2) r = 1;
    free(a);
    return r;
}
int fill_fine(int n)
{
    int *a = malloc(4 * sizeof *a), i, r = 0;
    for (i = 0; i < 4; i++) a[i] = n;
    if (a[n & 3] > 2) r = 1;
    free(a);
    return r;
}
// heap: fill_bug uninitialised
// heap: fill_fine none

int stretch_bug(int n)
{
    char *a = calloc(4, 1);
    int r = 0;
    a = realloc(a, 8);
    if (a[n & 7]) r = 1;
    free(a);
    return r;
}
int stretch_fine(int n)
{
    char *a = calloc(4, 1);
    int r = 0;
    a = realloc(a, 8);
    memset(a + 4, 1, 4);
    if (a[n & 7]) r = 1;
    free(a);
    return r;
}
// heap: stretch_bug uninitialised
// heap: stretch_fine none

int copy_bug(const char *s)
{
    char *t = malloc(strlen(s) + 1);
    int r = 0;
    strcpy(t, "x");
    strcat(t, s);
    if (t[1] == 'q') r = 1;
    free(t);
    return r;
}
int copy_fine(const char *s)
{
    char *t = malloc(strlen(s) + 2);
    int r = 0;
    strcpy(t, "x");
    strcat(t, s);
    if (t[1] == 'q') r = 1;
    free(t);
    return r;
}
// heap: copy_bug out-of-bounds
// heap: copy_fine none

int matrix_bug(int n)
{
    int *a = calloc(n, sizeof *a), r;
    if (n < 1) { free(a); return 0; }
    a[n - 1] = n;
    r = a[0] == 1;
    free(a);
    return r;
}
int matrix_fine(int n)
{
    int *a = calloc(n, sizeof *a), r;
    if (!a || n < 1) { free(a); return 0; }
    a[n - 1] = n;
    r = a[0] == 1;
    free(a);
    return r;
}
// heap: matrix_bug null-pointer may-fail
// heap: matrix_fine none may-fail
