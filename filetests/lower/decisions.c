// test: lower
// Short-circuit operators become control flow; each condition and its decision are recorded.
int f(int a, int b) {
  if (a > 0 && !b)
    return 1;
  return a || b;
}
// expect:
// target ptr 8
// shape t0 = int i32 signed "int"
//
// func @f(i32, i32) -> i32 shape t0 {
//     param t0 "a"
//     param t0 "b"
//     reg l0 i32 "a"
//     reg l1 i32 "b"
//     reg l2 i32 "truth"
//     args l0, l1
//     decision d0 controlling = and(c0, not(c1))
//     decision d1 = or(c2, c3)
//     cond c0 of d0
//     cond c1 of d0
//     cond c2 of d1
//     cond c3 of d1
//     body {
//         block b0 {
//             v0 = get i32 l0
//             v1 = int i32 0
//             v2 = lt.s i1 v1, v0
//             if v2 c0 {
//             } else {
//                 leave b0
//             }
//             v5 = get i32 l1
//             v6 = int i32 0
//             v7 = ne i1 v5, v6
//             if v7 c1 {
//                 leave b0
//             }
//             v10 = int i32 1
//             return v10
//         }
//         block b1 {
//             block b2 {
//                 block b3 {
//                     v13 = get i32 l0
//                     v14 = int i32 0
//                     v15 = ne i1 v13, v14
//                     if v15 c2 {
//                         leave b3
//                     }
//                     v18 = get i32 l1
//                     v19 = int i32 0
//                     v20 = ne i1 v18, v19
//                     if v20 c3 {
//                     } else {
//                         leave b2
//                     }
//                 }
//                 v24 = int i32 1
//                 set l2, v24
//                 leave b1
//             }
//             v28 = int i32 0
//             set l2, v28
//         }
//         v31 = get i32 l2
//         return v31
//     }
// }
