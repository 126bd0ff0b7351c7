// test: cli
// A whole program has files, in memory; and of a number that is printed as a shorter one it has the low bits: that is told when it ends.
// args: run {file}
// exit: 2
// stdout: hello
// stdout: 12 104 -1 1 0
// stdout: hello again
// stdout: none
// stderr: run-files.c:27:3: a library function is called outside its contract in `printf("%d ",
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[16];
  FILE *f = fopen("fred.txt", "w");
  fwrite("hello\nhello\n", 1, 12, f);
  fclose(f);
  f = fopen("fred.txt", "r");
  if (!f || fread(line, 1, 6, f) != 6)
    return 1;
  line[6] = 0;
  printf("%s", line);
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  rewind(f);
  int c = fgetc(f);
  ungetc(c, f);
  printf("%d ", size);
  while (fgets(line, sizeof line, f) && line[0])
    ;
  printf("%d %d %d %d\n", c, fgetc(f), feof(f) != 0, ferror(f));
  fclose(f);
  f = fopen("fred.txt", "a");
  fprintf(f, "hello %s\n", "again");
  fclose(f);
  f = fopen("fred.txt", "r");
  while (fgets(line, sizeof line, f))
    c = strlen(line);
  printf("%s", line);
  fclose(f);
  if (remove("fred.txt") == 0 && !fopen("fred.txt", "r"))
    puts("none");
  return c != 12;
}
