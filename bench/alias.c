/* The alias example of Williams, Marre and Mouy (their Fig. 3): a store at an offset that depends on inputs, then a condition
   on a cell that may be the one stored to, the one before, or neither. One test per outcome, not one per alias. */
/*@ requires \valid(tab + (0 .. 5));
    requires -8 <= x <= 8;
    requires -8 <= y <= 8;
    requires \forall integer i; 0 <= i <= 5 ==> tab[i] == 0 || tab[i] == 9;
 */
int f(int x, int y, int tab[]) {
  int v;
  int *pt;
  v = x * 2;
  v = v - y;
  pt = &tab[2];
  tab[2] = x;
  *(pt + v) = y;
  if (tab[y + 4] > 5) return 1;
  return 0;
}
