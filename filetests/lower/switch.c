// test: lower
// Adjacent labels are one target; falling through is leaving the next block.
int f(unsigned char c) {
  int r = 0;
  switch (c) {
  case 1:
  case 2:
    r = 1;
  case 7:
    r += 2;
    break;
  default:
    r = 9;
  }
  return r;
}
// expect:
// target ptr 8
// shape t0 = int i8 "unsigned char"
// shape t1 = int i32 signed "int"
//
// func @f(i8) -> i32 shape t1 {
//     param t0 "c"
//     reg l0 i8 "c"
//     reg l1 i32 "r"
//     args l0
//     switch s0 = case, case, default
//     body {
//         v0 = int i32 0
//         set l1, v0
//         v2 = get i8 l0
//         v3 = zext i32 v2
//         block b0 {
//             block b1 {
//                 block b2 {
//                     block b3 {
//                         switch.s v3 s0 to (b3, b2, b1) arms (1: 0, 2: 0, 7: 1) else 2
//                     }
//                     v6 = int i32 1
//                     set l1, v6
//                 }
//                 v9 = int i32 2
//                 v10 = get i32 l1
//                 v11 = add.s i32 v10, v9
//                 set l1, v11
//                 leave b0
//             }
//             v15 = int i32 9
//             set l1, v15
//         }
//         v18 = get i32 l1
//         return v18
//     }
// }
