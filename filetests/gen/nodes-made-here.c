// test: gen
// gen: f branch covered=25 infeasible=6
// Nodes that the code makes itself have the kinds that it gives them, and call the functions that it puts there.
void *malloc(unsigned long);
void free(void *);

enum { NUMBER = 1, UNARY = 40, BINARY, TERNARY };
struct node {
    int kind;
    union { double value; const void *function; };
    struct node *parts[3];
};
struct entry { const char *name; const void *function; int kind; };

static double negate(double a) { return -a; }
static double twice(double a) { return 2 * a; }
static const struct entry entries[] = {{"n", negate, UNARY}, {"t", twice, UNARY}, {0, 0, 0}};

static struct node *make(int kind)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->kind = kind;
    node->value = 0;
    node->parts[0] = node->parts[1] = node->parts[2] = 0;
    return node;
}

static double value_of(const struct node *node)
{
    if (!node)
        return 0;
    switch (node->kind) {
    case NUMBER: return node->value;
    case UNARY: return ((double (*)(double))node->function)(value_of(node->parts[0]));
    case BINARY:
        return ((double (*)(double, double))node->function)(value_of(node->parts[0]), value_of(node->parts[1]));
    case TERNARY: return -1;
    default: return -2;
    }
}

static const struct entry *find(char name, const struct entry *others, int n_others)
{
    for (int i = 0; i < n_others; i++)
        if (others[i].name[0] == name)
            return &others[i];
    for (int lo = 0, hi = 1; lo <= hi;) {
        int middle = lo + (hi - lo) / 2;
        if (entries[middle].name[0] == name)
            return &entries[middle];
        if (entries[middle].name[0] < name)
            lo = middle + 1;
        else
            hi = middle - 1;
    }
    return 0;
}

double f(const char *text, double value)
{
    double result = 0;
    struct node *node = make(NUMBER);
    if (node)
        node->value = value;
    for (; node && *text; text++) {
        const struct entry *found = find(*text, 0, 0);
        struct node *outer = found ? make(found->kind) : 0;
        if (!outer)
            break;
        outer->function = found->function;
        outer->parts[0] = node;
        node = outer;
    }
    result = value_of(node);
    while (node) {
        struct node *next = node->parts[0];
        free(node);
        node = next;
    }
    return result;
}
