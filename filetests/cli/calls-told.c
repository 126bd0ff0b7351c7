// test: cli
// Calls of functions that are defined elsewhere and writes to volatile places are told in one order, with what is behind pointers to
// const as far as it was written and is meant. Addresses of what only the code knows, bytes that nobody wrote and numbers made of
// addresses are not asserted: tests that assert them would not pass again.
// args: gen {file} --out {tmp} -- -Wall -Wextra -Werror
// exit: 0
// stdout: transfer, criterion branch: complete
// stdout: text, criterion branch: complete
// stdout: posts, criterion branch: complete
// stdout: stores, criterion branch: complete
// stdout: numbers, criterion branch: complete
// stdout: moves, criterion branch: complete
// stdout: puts_through, criterion branch: complete
// stdout: starts, criterion branch: complete
// stdout: late, criterion branch: complete
// stdout: many, criterion branch: complete
// stdout: faulty, criterion branch: complete
// no-stdout: left out
// no-stdout: unknown
// args: gen {file} -f transfer --emit none --json -
// stdout: "call": "select"
// stdout: "holding"
// stdout: "write": "ctrl"
// args: gen {file} -f text --emit none --json -
// stdout: "call": "say"
// args: gen {file} -f many --emit none --json -
// stdout: "seen_more": 45
#include <stddef.h>
#include <stdint.h>
struct message { uint16_t id; uint8_t data[4]; float gain; unsigned flag : 3; struct message *next; };
struct point { int x, y; };
volatile uint32_t ctrl;
static int table[4] = {1, 2, 3, 4};
void select(uint8_t line, _Bool on);
int exchange(const uint8_t *out, uint8_t *in, uint16_t n);
int say(const char *text, ...);
int post(const struct message *message);
int store(const void *data, size_t n);
void gains(double a, float b, long double c);
struct point moved(struct point from, int by);
int put(int *to, const int *from);
void start(uintptr_t address, const uint32_t *words, unsigned n);
void step(unsigned long long n);
uint32_t now(void);

int transfer(uint8_t reg)
{
    uint8_t out[2] = {reg, 7}, in[2] = {0, 0};
    select(4, 0);
    ctrl = 1;
    int status = exchange(out, in, 2);
    ctrl = 0;
    select(4, 1);
    return status == 0 && in[1] == 9;
}
int text(int n) { return n > 3 ? say("hello \"you\"\n") : say(NULL); }
int posts(uint16_t id)
{
    struct message message;
    message.id = id;
    message.data[1] = 5;
    message.gain = 1.5f;
    message.flag = 5;
    return post(&message) > 2 ? 1 : 0;
}
int stores(const char *p, size_t n) { return n > 2 && n < 6 ? store(p, n) : store(table, 8); }
int numbers(int n)
{
    gains(n / 2.0, -0.0f, 1.0L);
    if (n > 5) { step(~0ull); return 1; }
    step(1ull << 63);
    return 0;
}
int moves(int n) { struct point at = {n, 2}; return moved(at, 3).x > 10 ? 1 : 0; }
int puts_through(int *p)
{
    int own = 4, other = 3;
    if (put(p, &own) > 0) return put(&other, &table[2]);
    return put(&own, p);
}
int starts(int i)
{
    static uint32_t words[3];
    words[0] = (uint32_t)i;
    words[2] = 9;
    start((uintptr_t)words, words, 3);
    return i > 4 ? 1 : 0;
}
int late(uint32_t limit) { uint32_t begin = now(); return now() - begin > limit ? 1 : 0; }
int many(int n)
{
    if (n <= 300) return 0;
    if (n > 301) return 1;
    for (int i = 0; i < n; i++) step((unsigned)i);
    return 2;
}
// What `__FILE__` is depends on who includes the file.
void log_at(const char *file, int line);
int faulty(int n) { if (n == 3) { log_at(__FILE__, n); return 1; } return 0; }
