/* One function for each kind of input that an emitted test has to spell. */
#include <limits.h>
#include <stdint.h>

#define LIMIT 10
#define UNUSED /* a comment of
 two lines, which the preprocessor keeps */

enum colour { RED, GREEN = 5, BLUE };

struct node {
    int value;
    struct node *next;
};

typedef struct {
    unsigned char tag;
    union {
        int whole;
        float real;
    } as;
    char name[8];
    unsigned flags : 3;
    short pair[2];
} item;

int counter = 3;
static long table[6];
struct node *head;

extern int read_sensor(int channel, const char *unit);

int clamp(int max, int clamp)
{
    if (clamp > max)
        return max;
    return clamp;
}

static int sort3(int a[], unsigned n)
{
    int swaps = 0;
    for (unsigned i = 0; i + 1 < n; i++)
        for (unsigned j = 0; j + 1 < n - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
                swaps++;
            }
    return swaps;
}

struct node *find(struct node *list, int wanted)
{
    struct node *start = list;
    while (list && list->value != wanted) {
        list->value++;
        list = list->next;
        if (list == start)
            return 0;
    }
    return list;
}

enum colour mix(enum colour a, char c, unsigned long long big, signed char small, _Bool flag)
{
    if (a == RED && c == '\'' && big == ULLONG_MAX && small == -128 && flag)
        return BLUE;
    return GREEN;
}

double scale(double x, float y, const double *weights)
{
    if (x > 0.5)
        return x * y + weights[2];
    return -x;
}

int swap(int **p, int **q)
{
    int *t = *p;
    *p = *q;
    *q = t;
    return **p;
}

item relabel(item it, const item *others, void *blob, int (*pick)(int, int))
{
    it.flags = 7;
    it.tag = others[1].tag;
    it.pair[1] = (short)pick(others->pair[0], *(int *)blob);
    return it;
}

void globals(void)
{
    static int calls;
    counter += (int)table[5] + calls++;
    table[0] = counter;
    head->next = head;
}

int measure(int channel)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += read_sensor(channel, "V");
    return sum;
}

int divide(int a, int b)
{
    if (a > LIMIT)
        return a / b;
    return *(&counter + a);
}

int route(unsigned n, int m)
{
    int hits = 0;
    switch (n) {
    case -1:
        hits = 1;
    case 1 ... 4:
        hits += 2;
        break;
    case 7:
        while (m)
            hits++;
        break;
    default:
        if (m && (n > 100 || !hits))
            hits = *(volatile int *)0;
    }
    return hits;
}

int main(void)
{
    return clamp(1, 2);
}
