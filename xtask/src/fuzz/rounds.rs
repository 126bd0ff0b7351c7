//! The rounds of a fuzz command: functions are judged one after the other, and each difference is printed with its function.

use super::Options;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Differences after which the others are left out, unless all are asked for.
const MOST_DIFFERENCES: u64 = 10;

/// Judges the functions that the options ask for; how many differ. A judge is given the number of a function, and `show` its
/// text. A panic is a difference too.
pub(super) fn judge_each(
    options: &Options,
    mut judge: impl FnMut(u64) -> Result<(), String>,
    show: impl Fn(u64) -> String,
) -> u64 {
    let mut differences = 0;
    for number in options.first..options.first + options.count {
        if differences >= MOST_DIFFERENCES && !options.keep_going {
            break;
        }
        eprint!("\r{number}");
        let judged = catch_unwind(AssertUnwindSafe(|| judge(number)));
        if let Err(what) = judged.unwrap_or_else(|_| Err("panicked".to_owned())) {
            differences += 1;
            println!("function {number} of seed {}: {what}\n{}", options.seed, show(number));
        }
    }
    eprintln!();
    differences
}

/// Says how many there were, and whether that is good.
pub(super) fn conclude(differences: u64) -> ExitCode {
    println!("differences {differences}");
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
