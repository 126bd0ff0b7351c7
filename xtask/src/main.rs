//! `cargo xtask COMMAND`: the checks and measurements we run on ourselves.
//!
//! Each command is a module. This file only picks one; it knows nothing of what they do.

mod api;
mod bench;
mod child;
mod corpus;
mod floats;
mod fuzz;
mod growth;
mod hal;
mod heapbugs;
mod heaps;
mod josephus;
mod meter;
mod peers;
mod real;
mod speed;
mod tasks;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  api     structures that calls build: outcomes and lengths of sequences, judged by all short sequences
  bench   the papers' programs: counts, cost of a path, other tools
  corpus  real C files to verified IR: what is not modelled, time and memory
  floats  judges of floating point: `floats fpu`, `soundness`, `inverse`, `queries`
  fuzz    random programs and broken ones: `fuzz interp`, `gen`, `paths`, `layout`, `bytes`, `csmith`
  growth  functions of one form with ever more parts: outcomes decided, questions, steps and time
  hal     mutants of the calls that examples/ecu makes of its HAL: how many its generated tests kill
  heapbugs  mistakes with memory and their correct twins: what is found, and what sanitizers confirm
  heaps   what all small heaps show of the functions of a file, and what the search makes of them
  josephus  counting out on a ring that is allocated: outcomes, steps and time as its loops turn more often
  peers   the benchmark programs by us and by CBMC, times side by side
  real    functions of real libraries through `gen`: what became of their branches
  speed   how fast each stage of the front end reads a file; `speed goals`: how fast classic functions are decided
  tasks   public verification tasks by us and by CBMC: coverage, status, time and memory
  tidy    check the rules of the house: dependency table, file sizes, module docs, no I/O outside edge crates";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("api") => api::command(),
        Some("bench") => bench::command(&args[1..]),
        Some("corpus") => corpus::command(&args[1..]),
        Some("floats") => floats::command(&args[1..]),
        Some("fuzz") => fuzz::command(&args[1..]),
        Some("growth") => growth::command(&args[1..]),
        Some("hal") => hal::command(&args[1..]),
        Some("heapbugs") => heapbugs::command(),
        Some("heaps") => heaps::command(&args[1..]),
        Some("josephus") => josephus::command(),
        Some("peers") => peers::command(&args[1..]),
        Some("real") => real::command(&args[1..]),
        Some("speed") => speed::command(&args[1..]),
        Some("tasks") => tasks::command(&args[1..]),
        Some("tidy") => tidy::command(),
        Some("help" | "--help") => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(3)
        }
    }
}
