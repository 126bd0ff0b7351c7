// test: cli
// An index stays in the array that it names, in a structure and in a row; tests are clean under the sanitizers.
// args: gen {file} -f push --emit none
// exit: 2
// stdout: 2 covered
// stdout: out-of-bounds: access outside the object in `s->items[++s->top]`
// args: gen {file} -f after --emit none
// exit: 2
// stdout: 1 covered, 1 unknown
// args: gen {file} -f last --emit none
// exit: 0
// stdout: 4 covered
struct stack { int top; char items[10]; int limit; };
struct text { int length; int letters[1]; };

void push(struct stack *s, char c)
{
    if (s->top == 10)
        return;
    s->items[++s->top] = c;
}

/* What is written to an element changes nothing beside the array. */
int after(struct stack *s, int i)
{
    s->limit = 3;
    s->items[i] = 7;
    return s->limit == 3 ? 1 : 2;
}

int last(struct text *it) { return it->length > 2 && it->letters[2] == 7; }
