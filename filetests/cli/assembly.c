// test: cli
// What assembly of another machine computes is any value, and no assembler sees it.
// args: gen {file} --out {tmp}
// exit: 0
// stdout: locked, criterion branch: complete
// stdout: plain, criterion branch: complete
// no-stdout: unknown
__asm__(".cpu cortex-m4");
static inline unsigned get_primask(void) { unsigned r; __asm volatile ("mrs %0, primask" : "=r"(r)); return r; }
int locked(void) { unsigned p = get_primask(); __asm volatile ("cpsid i" ::: "memory"); if (p) return 1; return 0; }
int plain(int x) { if (x > 3) return 1; return 0; }
