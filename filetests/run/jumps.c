// test: run
// Jumps that do not nest as blocks and loops.
int into_loop(int n) {
  int s = 0, i = 0;
  if (n < 0) goto inside;
  for (i = 0; i < n; i++) {
    s += 10;
inside:
    s += 1;
  }
  return s * 100 + i;
}
// run: into_loop(3) == 3303
// run: into_loop(0) == 0
// run: into_loop(-1) == 101
int into_while(int n) {
  int s = 0;
  goto middle;
  while (n > 0) {
    s += 100;
middle:
    s += n;
    n--;
  }
  return s;
}
// run: into_while(3) == 206
// run: into_while(0) == 0
int into_do(int n) {
  int s = 0;
  if (n & 1) goto odd;
  do {
    s += 1;
odd:
    s += 10;
  } while (--n > 0);
  return s;
}
// run: into_do(1) == 10
// run: into_do(4) == 44
// run: into_do(5) == 54
int into_else(int n) {
  int r = 0;
  if (n > 0) {
    r = 1;
    if (n > 5) goto other;
  } else {
    r = 2;
other:
    r += 10;
  }
  return r;
}
// run: into_else(1) == 1
// run: into_else(6) == 11
// run: into_else(0) == 12
int into_switch(int n) {
  int r = 0;
  if (n == 9) goto third;
  switch (n) {
  case 1: r += 1;
  case 2: r += 2; break;
third:
  case 3: r += 3;
  default: r += 100;
  }
  return r;
}
// run: into_switch(1) == 3
// run: into_switch(2) == 2
// run: into_switch(3) == 103
// run: into_switch(9) == 103
// run: into_switch(5) == 100
int irreducible(int n) {
  int s = 0;
  if (n & 1) goto b;
a:
  s += 1;
  if (--n <= 0) return s;
b:
  s += 100;
  if (--n <= 0) return s;
  goto a;
}
// run: irreducible(0) == 1
// run: irreducible(1) == 100
// run: irreducible(2) == 101
// run: irreducible(5) == 302
int crossing(int n) {
  int s = 0;
one:
  s += 1;
  if (n == 1) goto three;
two:
  s += 10;
  if (n == 2) { n = 1; goto one; }
  if (n == 3) { n = 4; goto two; }
three:
  s += 100;
  if (n == 5) { n = 3; goto two; }
  return s;
}
// run: crossing(0) == 111
// run: crossing(1) == 101
// run: crossing(2) == 112
// run: crossing(3) == 121
// run: crossing(5) == 231
int duff(int count) {
  char from[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, to[12] = {0};
  char *f = from, *t = to;
  int n = (count + 3) / 4, sum = 0, i;
  if (count <= 0 || count > 12) return -1;
  switch (count % 4) {
  case 0: do { *t++ = *f++;
  case 3:      *t++ = *f++;
  case 2:      *t++ = *f++;
  case 1:      *t++ = *f++;
          } while (--n > 0);
  }
  for (i = 0; i < 12; i++) sum += to[i];
  return sum;
}
// run: duff(0) == -1
// run: duff(1) == 1
// run: duff(4) == 10
// run: duff(7) == 28
// run: duff(12) == 78
int case_in_if(int n) {
  int r = 0;
  switch (n) {
  case 0:
    if (r) {
  case 1: r += 1;
    } else {
  case 2: r += 2;
    }
    r += 10;
    break;
  default: r = 5;
  }
  return r;
}
// run: case_in_if(0) == 12
// run: case_in_if(1) == 11
// run: case_in_if(2) == 12
// run: case_in_if(3) == 5
int switch_without_compound(int n) {
  int r = 0;
  switch (n) case 1: case 2: r = 7;
  switch (n) while (r < 3) { default: r++; case 7: r += 2; }
  return r;
}
// run: switch_without_compound(1) == 10
// run: switch_without_compound(7) == 5
// run: switch_without_compound(0) == 3
int declaration_before_case(int n) {
  switch (n) {
    int x;
  case 1: x = 5; return x;
  case 2: x = 6; { int *p = &n; *p = x; } return n;
  }
  return 0;
}
// run: declaration_before_case(1) == 5
// run: declaration_before_case(2) == 6
// run: declaration_before_case(3) == 0
int break_and_continue(int n) {
  int s = 0, i;
  for (i = 0; i < n; i++) {
    switch (i) {
    case 1: continue;
    case 3: break;
    case 5: goto done;
    default: s += 1;
    }
    s += 10;
  }
done:
  return s + 1000 * i;
}
// run: break_and_continue(1) == 1011
// run: break_and_continue(4) == 4032
// run: break_and_continue(9) == 5043
int continue_in_flattened(int n) {
  int s = 0, i = 0;
  if (n > 100) goto inside;
  for (i = 0; i < n; i++) {
    if (i == 2) continue;
    if (i == 5) break;
inside:
    s += i + 1;
    { int k; for (k = 0; k < 3; k++) { if (k == 1) continue; s += 100; if (s > 100000) goto out; } }
  }
out:
  return s;
}
// run: continue_in_flattened(3) == 403
// run: continue_in_flattened(9) == 812
int nested_loops_out(int n) {
  int i, j, s = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      if (i * j == 6) goto found;
      s++;
    }
  return -s;
found:
  return s * 100 + i * 10 + j;
}
// run: nested_loops_out(3) == -9
// run: nested_loops_out(4) == 1123
int backward_with_block(int n) {
  int s = 0;
again:
  {
    int local = n;
    int *p = &local;
    s += *p;
    if (n-- > 0) goto again;
  }
  return s;
}
// run: backward_with_block(3) == 6
// run: backward_with_block(0) == 0
int pointer_survives_back_jump(int n) {
  int *p = 0, first = 1;
again:;
  int x = n;
  if (first) { p = &x; first = 0; n++; goto again; }
  *p += 1;
  return x;
}
// run: pointer_survives_back_jump(4) == 6
int computed(int n) {
  static void *table[] = {&&zero, &&one, &&two};
  int r = 0;
  if (n < 0 || n > 2) return -1;
  goto *table[n];
zero: r += 1;
one: r += 10;
two: r += 100;
  return r;
}
// run: computed(0) == 111
// run: computed(1) == 110
// run: computed(2) == 100
// run: computed(3) == -1
int threaded(int n) {
  static void *ops[] = {&&inc, &&dbl, &&end};
  unsigned char code[] = {0, 1, 0, 1, 2};
  int pc = 0, acc = n;
  goto *ops[code[pc++]];
inc: acc++; goto *ops[code[pc++]];
dbl: acc *= 2; goto *ops[code[pc++]];
end: return acc;
}
// run: threaded(3) == 18
// run: threaded(-1) == 2
int dead_code(int n) {
  return n + 1;
  if (n > 3 && n < 9) n = 4;
  while (n) n--;
  return n;
}
// run: dead_code(5) == 6
int state_machine(int n) {
  int r = 0, state = 0;
  for (;;) {
    switch (state) {
    case 0: r++; state = n > 2 ? 1 : 2; continue;
    case 1: r += 10; n -= 2; state = 0; break;
    case 2: return r;
    }
    r += 100;
  }
}
// run: state_machine(1) == 1
// run: state_machine(5) == 223
int label_in_if(int n) {
  int s = 0;
  if (n > 0) again: if (n-- > 0) { s += n; goto again; }
  return s;
}
// run: label_in_if(4) == 6
// run: label_in_if(0) == 0
int switch_range(int c) {
  switch (c) { case 'a' ... 'z': return 1; case 'A' ... 'Z': return 2; case '0' ... '9': return 3; default: return 0; }
}
// run: switch_range(113) == 1
// run: switch_range(65) == 2
// run: switch_range(57) == 3
// run: switch_range(58) == 0
int switch_on_char(int n) {
  signed char c = n;
  switch (c) { case -1: return 1; case 127: return 2; case 255: return 3; }
  return 0;
}
// run: switch_on_char(255) == 1
// run: switch_on_char(127) == 2
int switch_on_long(unsigned long n) {
  switch (n) { case 0xffffffffffffffffUL: return 1; case 0: return 2; case 1UL << 40: return 3; }
  return 0;
}
// run: switch_on_long(18446744073709551615) == 1
// run: switch_on_long(0) == 2
// run: switch_on_long(1099511627776) == 3
