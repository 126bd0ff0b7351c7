// test: cli
// What the file only declares is taken from another: executed, not replaced, and no objective is there.
// args: gen {file} --link {dir}/link-other.c -f alarm --out {tmp}
// exit: 0
// stdout: objectives      2   1 covered, 1 infeasible
// stdout: infeasible
// args: gen {file} -f alarm --out {tmp}
// exit: 0
// stdout: objectives      2   2 covered
// A static function and a static variable of the same name are each file's own.
// args: gen {file} --link {dir}/link-other.c -f own --out {tmp}
// exit: 0
// stdout: objectives      6   5 covered, 1 infeasible
// What goes wrong in the other file names it.
// args: gen {file} --link {dir}/link-other.c -f ratio --out {tmp}
// exit: 2
// stdout: division-by-zero: division by zero in `a / b` of link-other.c
// args: prove {file} --link {dir}/link-other.c -f ratio
// exit: 2
// stdout: division by zero in `a / b`
// args: prove {file} --link {dir}/link-other.c -f inverse
// stdout: while static held has its initial value
// Static variables of the other file begin as initialised and are changed by calls; nobody sets them.
// args: gen {file} --link {dir}/link-other.c -f third --out {tmp}
// exit: 0
// stdout: objectives      2   2 covered
// args: gen {file} --link {dir}/link-other.c -f level_of --out {tmp}
// exit: 1
// stdout: unknown: excluded only while static held has its initial value
// A structure that only the other file defines is built all the same.
// args: gen {file} --link {dir}/link-other.c -f is_large --out {tmp}
// exit: 0
// stdout: objectives      2   2 covered
// What cannot be linked is said.
// args: gen {file} --link {dir}/link.c/none.c
// exit: 3
// args: gen {file} --link {dir}/link-other.c --stub clamp
// exit: 3
// stderr: `clamp` is to be replaced by a stub, but
// args: gen {dir}/link-other.c --link {file}
// exit: 3
// stderr: `count` of
// stderr: cannot be linked
int clamp(int x);
int ratio_of(int a, int b);
int next(void);
int level(void);
struct box;
int volume(const struct box *b);
int count(void);

static int offset = 1;
static int shifted(int x) { return x > 100 ? x : x + offset; }

int alarm(int x)
{
    if (clamp(x) > 9)
        return 1;
    return clamp(x) == 9;
}
int own(int x)
{
    offset = 1;
    if (shifted(x) == 6)
        return 1;
    return clamp(-7) == 0 ? 1 : 0;
}
int ratio(int a) { return ratio_of(10, a) > 1; }
int third(void) { return next() == 3 ? 1 : 0; }
int level_of(void) { return level() == 7 ? 1 : 0; }
int inverse(void) { return 10 / (level() % 8 - 5); }
int is_large(const struct box *b) { return volume(b) > 100 ? 1 : 0; }
