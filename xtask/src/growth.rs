//! `cargo xtask growth`: what functions of one form cost as they grow.
//!
//! Conditions on the elements of an array, on members, globals and scalars; switches, state machines, chains of calls, lists, and
//! lookups in arrays of up to a million elements, which have a table of their own. Each
//! family is a text with n parts. All outcomes must be decided, and from row to row the time may grow as n log n does. Time is
//! processor time of reading and searching, without compiler and replay; questions and steps are the same on every machine.
//! `--record` writes `record/growth.md`.

mod families;
mod lookups;

use crate::child::processor_time;
use engine::describe::Describer;
use engine::{Criterion, Options, Progress};
use families::FAMILIES;
use std::cell::Cell;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use suite::{FunctionReport, Verdict};

const USAGE: &str = "usage: cargo xtask growth [--record] [--only FAMILY]";
/// What a row may cost at most.
const BUDGET: Duration = Duration::from_mins(1);
/// Below this the clock of the processor says nothing.
const LEAST: f64 = 0.05;
/// Noise of a busy machine: memory that others use, caches that are cold.
const NOISE: f64 = 1.5;

pub(crate) fn command(args: &[String]) -> ExitCode {
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (record, only) = match words.as_slice() {
        [] => (false, None),
        ["--record"] => (true, None),
        ["--only", family] => (false, Some(*family)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(3);
        }
    };
    match tables(only).and_then(|tables| keep(tables, record)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

const HEAD: &str = "\
# Growth

Written by `cargo xtask growth --record`: functions of one form with ever more parts. Seconds are processor time of reading and
searching, without compiler and replay. *as n log n* is the time of the row by the time that the row before it would give:
at most 1.5 where both are long enough to be measured, and all outcomes decided, or the row is marked. The last table is of lookups
in large arrays: there the search alone is measured, which may take 0.5 s, beside the seconds of CBMC where it is installed.

";

fn keep((text, right): (String, bool), record: bool) -> Result<bool, String> {
    if record {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../record/growth.md");
        std::fs::write(&path, format!("{HEAD}{text}")).map_err(|error| error.to_string())?;
    }
    Ok(right)
}

/// One row of a table.
struct Row {
    n: usize,
    report: FunctionReport,
    seconds: f64,
    /// How many of them the text took to be read.
    reading: f64,
}

fn tables(only: Option<&str>) -> Result<(String, bool), String> {
    let (mut text, mut right) = (String::new(), true);
    let mut say = |line: String| {
        println!("{line}");
        writeln!(text, "{line}").map_err(|error| error.to_string())
    };
    for family in FAMILIES.iter().filter(|it| only.is_none_or(|only| it.name == only)) {
        say(format!("## {}\n", family.name))?;
        say("| n | outcomes | decided | tests | questions | steps | seconds | as n log n |".into())?;
        say("|---|---|---|---|---|---|---|---|".into())?;
        let mut before: Option<Row> = None;
        for &n in family.sizes {
            let row = measure(&(family.text)(n), n)?;
            let (line, is_right) = row.told(before.as_ref());
            say(line)?;
            right &= is_right;
            before = Some(row);
        }
        say(String::new())?;
    }
    if only.is_none_or(|only| only == "lookups") {
        right &= lookups::table(&mut say)?;
    }
    Ok((text, right))
}

fn measure(text: &str, n: usize) -> Result<Row, String> {
    let started = processor_time()?;
    let unit = filetests::front::lower_text(text)?;
    let reading = processor_time()?.saturating_sub(started).as_secs_f64();
    let func = unit.program.find_func("f").ok_or("every family has a function f")?;
    let options = Options::standard(Criterion::Branch);
    let mut describer = Describer::new(&unit.program);
    // To ask how much time was used is a call of the system: now and then is enough.
    let asked = Cell::new(0u32);
    let is_over = Cell::new(false);
    let stop = |_: &Progress| {
        asked.set(asked.get().wrapping_add(1));
        if asked.get().is_multiple_of(64) {
            let used = processor_time().map_or(Duration::MAX, |now| now.saturating_sub(started));
            is_over.set(used > BUDGET);
        }
        is_over.get()
    };
    let made =
        engine::generate(&unit.program, &unit.map, func, &mut describer, "f.c", &options, &stop)
            .map_err(|no_start| format!("{no_start:?}"))?;
    let seconds = processor_time()?.saturating_sub(started).as_secs_f64();
    Ok(Row { n, report: made.report, seconds, reading })
}

impl Row {
    /// The row as text, and whether it is as it should be.
    fn told(&self, before: Option<&Row>) -> (String, bool) {
        let (all, open) = self.outcomes();
        let ratio = before.map(|before| self.seconds.max(LEAST) / before.foretells(self.n));
        let is_right = open == 0 && ratio.is_none_or(|ratio| ratio <= NOISE);
        let ratio = ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
        let mark = if is_right { "" } else { " **!**" };
        let line = format!(
            "| {} | {} | {} | {} | {} | {} | {:.2} | {ratio}{mark} |",
            self.n,
            all,
            all - open,
            self.report.tests.len(),
            self.stat("solver_calls"),
            self.stat("steps"),
            self.seconds,
        );
        (line, is_right)
    }

    /// How many outcomes there are, and how many of them are open.
    fn outcomes(&self) -> (usize, usize) {
        let objectives = &self.report.objectives;
        let is_open = |it: &&suite::Objective| matches!(it.verdict, Verdict::Unknown { .. });
        (objectives.len(), objectives.iter().filter(is_open).count())
    }

    fn stat(&self, name: &str) -> u64 {
        self.report.stats.iter().find(|(it, _)| it == name).map_or(0, |(_, value)| *value)
    }

    /// The time that a function of another size should take by this one.
    fn foretells(&self, n: usize) -> f64 {
        let work = |n: usize| n as f64 * (n.max(2) as f64).log2();
        self.seconds.max(LEAST) * work(n) / work(self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_of_each_family_is_decided() {
        for family in FAMILIES {
            let n = family.sizes[0];
            let row = measure(&(family.text)(n), n).unwrap_or_else(|error| panic!("{error}"));
            assert!(row.told(None).1, "{} of {}", family.name, row.n);
        }
    }
}
