// test: lower
// What is not modelled is an instruction where it stands; all around it is lowered.
typedef int four __attribute__((vector_size(16)));
int _setjmp(void *);
void longjmp(void *, int);
int fork(void);
int complex_numbers(int n) { double _Complex z = n; z = z * z; return n; }
int vectors(int n) { four v = {n, n, n, n}; v = v + v; return n; }
int assembly(int n) { if (n) __asm__ volatile("cpuid"); return n; }
int jump_back(int n, void *where) { if (_setjmp(where)) return n; longjmp(where, 1); }
int processes(void) { return fork(); }
void *frames(void) { return __builtin_frame_address(0); }
void *aligned(int n) { return __builtin_alloca_with_align(n, 256); }
// expect:
