//! `cargo xtask COMMAND`: the checks and measurements we run on ourselves.
//!
//! Each command is a module. This file only picks one; it knows nothing of what they do.

mod fuzz;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  fuzz    random functions, judged by trying every input: `fuzz interp`, `fuzz gen`, `fuzz mutate`
  tidy    check the rules of the house: dependency table, file sizes, module docs, no I/O outside edge crates";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("fuzz") => fuzz::command(&args[1..]),
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
