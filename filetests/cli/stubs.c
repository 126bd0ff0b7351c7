// test: cli
// Functions without a body that take pointers or return structures: what they leave behind is chosen by the tests, which
// compile and pass.
// args: gen {file} --out {tmp} --criterion branch
// exit: 0
// stdout: level, criterion branch: complete
// stdout: area, criterion branch: complete
// stdout: name, criterion branch: complete
// stdout: twice, criterion branch: complete
// stdout: other != 4  true  infeasible
// no-stdout: label returns
// no-stdout: static object
// no-stdout: not modelled
// args: gen {file} -f level --criterion path --gcov --out {tmp}
// stdout: 3   feasible
// stdout: 4/4 by gcov
// stdout: complete
struct box { int width, height; };
struct node { int key; };
int sensor_read(int channel, int *value);
struct box measure(void);
const char *label(int id);
struct node *find(int key);
int level(int channel) {
  int value = 0;
  if (sensor_read(channel, &value) != 0) return -1;
  if (value > 100) return 2;
  return 1;
}
int area(void) {
  struct box b = measure();
  if (b.width == 12 && b.height == 7) return 1;
  return 0;
}
int name(int id) {
  const char *s = label(id);
  if (!s) return -1;
  if (s[0] == 'o' && s[1] == 'k' && !s[2]) return 1;
  return 0;
}
int twice(int key) {
  int other = 4;
  struct node *n = find(key);
  (void)sensor_read(0, 0);
  if (n && n->key != key) return 1;
  if (other != 4) return 2;
  return 0;
}
