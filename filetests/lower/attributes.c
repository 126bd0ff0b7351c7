// test: lower
// Attributes that would change what happens make unsupported instructions where it does.
struct big { int n; short a[2]; } __attribute__((scalar_storage_order("big-endian")));
struct little { int n; } __attribute__((scalar_storage_order("little-endian")));
int reversed(struct big *b) { b->n++; return b->a[1]; }
int plain(struct little *l) { return l->n; }
int initialised(void) { struct big b = {1, {2, 3}}; return sizeof b.n; }
#pragma scalar_storage_order big-endian
struct pragma { int n; };
#pragma scalar_storage_order default
int reversed_too(struct pragma *b) { return b->n; }
static int ready;
__attribute__((constructor)) static void before(void) { ready = 1; }
int main(void) { return ready; }
// expect:
// target ptr 8
// shape t0 = int i32 signed "int"
// shape t1 = pointer to t2 "struct big *"
// shape t2 = opaque 8 "struct big"
// shape t3 = pointer to t4 "struct little *"
// shape t4 = record 4 "struct little" { 0 t0 "n" }
// shape t5 = pointer to t6 "struct pragma *"
// shape t6 = opaque 4 "struct pragma"
// global @ready size 4 align 4 internal shape t0 { }
//
// func @reversed(ptr) -> i32 shape t0 {
//     param t1 "b"
//     reg l0 ptr "b"
//     args l0
//     body {
//         unsupported "another storage order than the target's"
//         v1 = null ptr
//         v2 = load i32 v1
//         v3 = int i32 1
//         v4 = add.s i32 v2, v3
//         store v1, v4
//         unsupported "another storage order than the target's"
//         v7 = null ptr
//         v8 = int i64 1
//         v9 = ptr.index ptr v7, v8, 2
//         v10 = load i16 v9
//         v11 = sext i32 v10
//         return v11
//     }
// }
//
// func @plain(ptr) -> i32 shape t0 {
//     param t3 "l"
//     reg l0 ptr "l"
//     args l0
//     body {
//         v0 = get ptr l0
//         v1 = load i32 v0
//         return v1
//     }
// }
//
// func @initialised() -> i32 shape t0 {
//     obj l0 size 8 align 4 shape t2 "b"
//     obj l1 size 8 align 4 "unknown"
//     body {
//         live l0
//         live l1
//         v2 = addr.local ptr l0
//         zero v2, 8
//         unsupported "an aggregate of an unusual form"
//         v5 = addr.local ptr l1
//         copy v2, v5, 8
//         v7 = int i32 4
//         dead l1
//         dead l0
//         return v7
//     }
// }
//
// func @reversed_too(ptr) -> i32 shape t0 {
//     param t5 "b"
//     reg l0 ptr "b"
//     args l0
//     body {
//         unsupported "another storage order than the target's"
//         v1 = null ptr
//         v2 = load i32 v1
//         return v2
//     }
// }
//
// func @before() internal {
//     body {
//         v0 = addr.global ptr @ready
//         v1 = int i32 1
//         store v0, v1
//     }
// }
//
// func @main() -> i32 shape t0 {
//     body {
//         unsupported "functions that run before or after main"
//         v1 = addr.global ptr @ready
//         v2 = load i32 v1
//         return v2
//     }
// }
