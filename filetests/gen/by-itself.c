// test: gen
// gen: fold branch covered=10 infeasible=1
// What a function excludes by itself is excluded of those that call it, however deep calls are and whatever else is not modelled.
struct node { int kind; union { double value; const void *call; }; struct node *kid; };
static double half(double x) { return x / 2; }
double eval(const struct node *n)
{
    if (!n)
        return 0;
    switch (n->kind & 3) {
    case 0: return n->value;
    case 1: return ((double (*)(double))n->call)(eval(n->kid));
    case 2: return half(eval(n->kid)) + eval(n->kid);
    case 3: return -1;
    default: return 7;
    }
}
void fold(struct node *n)
{
    if (n->kid)
        fold(n->kid);
    if (n->kind != 0) {
        double value = eval(n);
        n->kind = 0;
        n->value = value;
    }
}
