// test: cli
// A name that is nearly right is put right; else what there is is listed.
// args: gen {file} -f altitude_tset
// exit: 3
// stderr: has no function `altitude_tset`: did you mean `altitude_test`?
// args: gen {file} -f alti
// exit: 3
// stderr: did you mean `altitude_test`?
// args: gen {file} -f quicksort
// exit: 3
// stderr: has no function `quicksort`: it defines `altitude_test`, `merge`
// args: inspect {file} -f Merge
// exit: 3
// stderr: did you mean `merge`?
// args: run {file}
// exit: 3
// stderr: has no function `main`: it defines `altitude_test`, `merge`
int altitude_test(int x) { return x > 0; }
int merge(int x) { return x; }
