// test: cli
// The other file of link.c, tested for itself.
// args: gen {file} -f clamp --out {tmp}
// exit: 0
// stdout: objectives      6   5 covered, 1 infeasible
typedef struct box box;
struct box { unsigned char width, depth; };

static int offset = 2;
static int shifted(int x) { return x < 0 ? 0 : x; }
static int steps, held;

int clamp(int x)
{
    x = shifted(x);
    if (offset == 3)
        return 0;
    return x > 9 ? 9 : x;
}
int ratio_of(int a, int b) { return a / b; }
int next(void) { return ++steps % 100; }
void hold(int x) { held = x; }
int level(void) { return held; }
int volume(const box *b) { return b->width * b->depth; }
static int count(void) { return steps; }
int counted(void) { return count(); }
