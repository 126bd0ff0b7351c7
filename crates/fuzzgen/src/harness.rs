//! The native half of a comparison: C text that runs many programs on chosen inputs.
//!
//! Called as `harness MASK OUT`, the program reads one bit per input of each program (programs in order, each padded to bytes),
//! runs the inputs whose bit is set, and writes 9 bytes for each: a status (0 returned, else the signal) and the observed value.
//! Called as `harness PROGRAM INPUT`, with two numbers, it runs one input and prints the value: sanitizers speak then.
//! A run that crashes or does not end in time is recorded and the next one goes on.

use crate::tree::Program;
use crate::{Domain, Slot, print};
use std::fmt::Write;

/// The prefix of program number `index` in a batch.
pub fn prefix(index: usize) -> String {
    format!("p{index}_")
}

/// Programs and their observers, and nothing else: what the front end is given.
pub fn units<'a>(programs: impl IntoIterator<Item = &'a Program>) -> String {
    let mut text = String::new();
    for (index, program) in programs.into_iter().enumerate() {
        text.push_str(&print::unit(program, &prefix(index)));
        text.push_str(&print::observer(program, &prefix(index)));
    }
    text
}

/// The whole harness; `units` stands in front.
pub fn native<'a>(programs: impl IntoIterator<Item = &'a Program> + Clone) -> String {
    let mut text = units(programs.clone());
    let mut table = String::new();
    for (index, program) in programs.into_iter().enumerate() {
        text.push_str(&runner(program, index));
        let _ = writeln!(table, "  {{ run{index}, {} }},", Domain::of(program).count());
    }
    text.push_str(MAIN_BEFORE_TABLE);
    text.push_str(&table);
    text.push_str(MAIN_AFTER_TABLE);
    text
}

/// The harness of units that have a function from the number of an input to a value: their text, the names, and how many inputs
/// each has.
pub fn of_functions(units: &str, names: &[String], n_inputs: u64) -> String {
    let lines: Vec<_> = names.iter().map(|name| format!("  {{ {name}, {n_inputs} }},\n")).collect();
    let table = lines.concat();
    // Headers rename some functions and must see them first.
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\n{units}{MAIN_BEFORE_TABLE}{table}{MAIN_AFTER_TABLE}"
    )
}

/// Input number `n` of a program: globals are set, then the observer is called.
fn runner(program: &Program, index: usize) -> String {
    let prefix = prefix(index);
    let (setting, args) = set_input(program, &prefix);
    let observer = print::observer_name(&prefix);
    format!(
        "static unsigned long long run{index}(unsigned long long n) {{\n{setting}  return {observer}({args});\n}}\n"
    )
}

/// Statements that make input number `n` the present one, and the arguments of the function then.
pub fn set_input(program: &Program, prefix: &str) -> (String, String) {
    let mut text = format!("  {}\n", print::reset(program, prefix));
    let mut args = Vec::new();
    for var in &Domain::of(program).vars {
        let value =
            format!("({})({}ULL + n % {}ULL)", var.int.spelling(), var.lo as u64, var.size());
        match var.slot {
            Slot::Param(at) => {
                let _ = writeln!(text, "  {} a{at} = {value};", var.int.spelling());
                args.push(format!("a{at}"));
            }
            Slot::Global(_) => {
                let _ = writeln!(text, "  {prefix}{} = {value};", var.name);
            }
        }
        let _ = writeln!(text, "  n /= {}ULL;", var.size());
    }
    text.push_str("  (void)n;\n");
    (text, args.join(", "))
}

const MAIN_BEFORE_TABLE: &str = r"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
static sigjmp_buf away;
static void crashed(int signal) { siglongjmp(away, signal); }
static const struct { unsigned long long (*run)(unsigned long long); unsigned long long count; } programs[] = {
";

const MAIN_AFTER_TABLE: &str = r#"};
static void timer(int seconds) {
  struct itimerval time = { { 0, 0 }, { seconds, 0 } };
  setitimer(ITIMER_REAL, &time, 0);
}
static int run_masked(FILE *mask, FILE *out) {
  int signals[] = { SIGFPE, SIGSEGV, SIGBUS, SIGILL, SIGALRM, SIGABRT };
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], crashed);
  for (unsigned long p = 0; p < sizeof programs / sizeof *programs; p++) {
    int bits = 0;
    for (volatile unsigned long long n = 0; n < programs[p].count; n++) {
      if (n % 8 == 0) bits = fgetc(mask);
      if (bits < 0) return 2;
      if (!(bits >> (n % 8) & 1)) continue;
      volatile unsigned long long value = 0;
      int status = sigsetjmp(away, 1);
      if (status == 0) { if (n % 64 == 0) timer(5); value = programs[p].run(n); }
      fputc(status, out);
      for (int byte = 0; byte < 8; byte++) fputc((int)(value >> (8 * byte) & 255), out);
      if (status != 0) timer(5);
    }
    timer(0);
  }
  return fclose(out) != 0;
}
int main(int argc, char **argv) {
  if (argc != 3) return 2;
  char *end;
  unsigned long program = strtoul(argv[1], &end, 10);
  if (*argv[1] && !*end) {
    printf("%llu\n", programs[program].run(strtoull(argv[2], 0, 10)));
    return 0;
  }
  FILE *mask = fopen(argv[1], "rb"), *out = fopen(argv[2], "wb");
  return mask && out ? run_masked(mask, out) : 2;
}
"#;
