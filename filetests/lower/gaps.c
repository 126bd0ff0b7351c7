// test: lower
// What is not modelled is an instruction where it stands; all around it is lowered.
typedef int four __attribute__((vector_size(16)));
int fork(void);
int complex_numbers(int n) { double _Complex z = n; z = z * z; return n; }
int vectors(int n) { four v = {n, n, n, n}; v = v + v; return n; }
int assembly(int n) { if (n) __asm__ volatile("cpuid"); return n; }
int processes(void) { return fork(); }
void *frames(void) { return __builtin_frame_address(0); }
void *aligned(int n) { return __builtin_alloca_with_align(n, 256); }
int not_a_number(long double x) { return __builtin_isnan(x); }
extern int elsewhere[];
int open_array(int i) { return elsewhere[i]; }
int nested(int n) { int inner(int k) { return k + n; } return n; }
// expect:
// target ptr 8
// shape t0 = array t1 0
// shape t1 = int i32 signed "int"
// shape t2 = pointer "void *"
// shape t3 = float f80 "long double"
// shape t4 = opaque 16 "double _Complex"
// shape t5 = opaque 16 "four"
// global @elsewhere size 0 align 4 shape t0
//
// func @fork() -> i32 shape t1 {
// }
//
// func @complex_numbers(i32) -> i32 shape t1 {
//     param t1 "n"
//     reg l0 i32 "n"
//     obj l1 size 16 align 8 shape t4 "z"
//     obj l2 size 16 align 8 "unknown"
//     obj l3 size 16 align 8 "unknown"
//     args l0
//     body {
//         live l1
//         live l2
//         live l3
//         v3 = addr.local ptr l1
//         unsupported "complex numbers"
//         v5 = addr.local ptr l2
//         copy v3, v5, 16
//         v7 = addr.local ptr l1
//         unsupported "complex numbers"
//         v9 = addr.local ptr l3
//         copy v7, v9, 16
//         v11 = get i32 l0
//         dead l3
//         dead l2
//         dead l1
//         return v11
//     }
// }
//
// func @vectors(i32) -> i32 shape t1 {
//     param t1 "n"
//     reg l0 i32 "n"
//     obj l1 size 16 align 16 shape t5 "v"
//     obj l2 size 16 align 16 "unknown"
//     obj l3 size 16 align 16 "unknown"
//     args l0
//     body {
//         live l1
//         live l2
//         live l3
//         v3 = addr.local ptr l1
//         zero v3, 16
//         unsupported "vector types"
//         v6 = addr.local ptr l2
//         copy v3, v6, 16
//         v8 = addr.local ptr l1
//         unsupported "vector types"
//         v10 = addr.local ptr l3
//         copy v8, v10, 16
//         v12 = get i32 l0
//         dead l3
//         dead l2
//         dead l1
//         return v12
//     }
// }
//
// func @assembly(i32) -> i32 shape t1 {
//     param t1 "n"
//     reg l0 i32 "n"
//     args l0
//     decision d0 controlling = c0
//     cond c0 of d0
//     body {
//         v0 = get i32 l0
//         v1 = int i32 0
//         v2 = ne i1 v0, v1
//         if v2 c0 {
//             unsupported "inline assembly"
//         }
//         v5 = get i32 l0
//         return v5
//     }
// }
//
// func @processes() -> i32 shape t1 {
//     body {
//         unsupported "threads and processes"
//         v1 = int i32 0
//         return v1
//     }
// }
//
// func @frames() -> ptr shape t2 {
//     body {
//         unsupported "frame addresses"
//         v1 = null ptr
//         return v1
//     }
// }
//
// func @aligned(i32) -> ptr shape t2 {
//     param t1 "n"
//     reg l0 i32 "n"
//     args l0
//     body {
//         unsupported "alloca with an alignment"
//         v1 = null ptr
//         return v1
//     }
// }
//
// func @not_a_number(f80) -> i32 shape t1 {
//     param t3 "x"
//     reg l0 f80 "x"
//     args l0
//     body {
//         v0 = get f80 l0
//         unsupported "classification of long double"
//         v2 = int i32 0
//         return v2
//     }
// }
//
// func @open_array(i32) -> i32 shape t1 {
//     param t1 "i"
//     reg l0 i32 "i"
//     args l0
//     body {
//         unsupported "an array of unknown length that is defined elsewhere"
//         v1 = addr.global ptr @elsewhere
//         v2 = get i32 l0
//         v3 = sext i64 v2
//         v4 = ptr.index ptr v1, v3, 4
//         v5 = load i32 v4
//         return v5
//     }
// }
//
// func @nested(i32) -> i32 shape t1 {
//     param t1 "n"
//     reg l0 i32 "n"
//     args l0
//     body {
//         unsupported "nested functions"
//         v1 = get i32 l0
//         return v1
//     }
// }
