//! Points-to against the interpreter: every pointer that a run computes must be where the analysis says it may be.
//!
//! Random functions over a linked structure and random functions of the usual kind, each run on the inputs of its path tests.
//! What is definite must moreover be so in every run.

use super::{Options, corpus, generate};
use analysis::{Place, PointsTo, Root, Sure, points_to};
use engine::{Criterion, Engines};
use filetests::front::{self, Lowered};
use fuzzgen::{Rng, heap, print};
use interp::{Limits, Machine, Observer, Seen};
use ir::input::Scalar;
use ir::{Func, Type, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

#[derive(Default)]
struct Tally {
    functions: u64,
    runs: u64,
    pointers: u64,
    /// Pointers that the analysis leaves open altogether.
    anything: u64,
    differences: u64,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    for number in options.first..options.first + options.count {
        eprint!("\r{number}");
        let (text, name) = if number.is_multiple_of(2) {
            let seed = options.seed.wrapping_mul(0x1_0000_0000).wrapping_add(number);
            (heap::sample(&mut Rng::new(seed)).text, "f".to_owned())
        } else {
            let program = corpus::program(options.seed, number);
            (print::unit(&program, ""), print::entry_name(&program, ""))
        };
        let judged = catch_unwind(AssertUnwindSafe(|| judge(&text, &name, &mut tally)));
        if let Err(what) = judged.unwrap_or_else(|_| Err("panicked".to_owned())) {
            tally.differences += 1;
            println!("function {number} of seed {}: {what}\n{text}", options.seed);
        }
    }
    eprintln!();
    let Tally { functions, runs, pointers, anything, differences } = tally;
    println!("{functions} functions, {runs} runs");
    println!("{pointers} pointers computed, {anything} of them where the analysis says anything");
    println!("{differences} differences");
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn judge(text: &str, name: &str, tally: &mut Tally) -> Result<(), String> {
    let unit: Lowered = front::lower_text(text)?;
    let func = unit.program.find_func(name).ok_or("the function is not in the program")?;
    let known = points_to(&unit.program, func);
    let made = generate::generate(&unit, func, Criterion::KPath(2), Engines::Walk, 4, 0)?;
    tally.functions += 1;
    for input in &made.inputs {
        let mut watcher = Watcher { program: &unit.program, known: &known, tally, wrong: None };
        Machine::new(&unit.program).run_observed(func, input, &Limits::UNIT, &mut watcher);
        if let Some(wrong) = watcher.wrong {
            return Err(format!("{wrong} on {input:?}"));
        }
        tally.runs += 1;
    }
    Ok(())
}

struct Watcher<'a> {
    program: &'a ir::Program,
    known: &'a PointsTo,
    tally: &'a mut Tally,
    wrong: Option<String>,
}

impl Observer for Watcher<'_> {
    fn value(&mut self, func: Func, inst: Value, seen: Seen) {
        if self.program.body(func).types[inst] != Some(Type::Ptr) || seen == Seen::Nothing {
            return;
        }
        self.tally.pointers += 1;
        let Some(places) = self.known.of(func, inst) else {
            self.wrong = Some(format!("{func} {inst} is {seen:?}, the analysis never comes there"));
            return;
        };
        if places.contains_key(&Place::Unknown) {
            self.tally.anything += 1;
        } else if !places.keys().any(|&place| fits(place, seen)) {
            self.wrong = Some(format!("{func} {inst} is {seen:?}, the analysis says {places:?}"));
        }
        let definite = places.iter().filter(|(_, sure)| **sure == Sure::Definite);
        if let Some((place, _)) = definite.into_iter().find(|(place, _)| !fits(**place, seen)) {
            self.wrong = Some(format!("{func} {inst} is {seen:?}, definitely {place:?}"));
        }
    }
}

/// Can a pointer seen in a run be at a place?
fn fits(place: Place, seen: Seen) -> bool {
    match (place, seen) {
        (Place::Unknown, _) | (Place::Null, Seen::Scalar(Scalar::Null)) => true,
        (Place::In(Root::Input(_), _), Seen::Scalar(Scalar::Object(..))) => true,
        (Place::In(Root::Global(global), off), Seen::Scalar(Scalar::Global(other, at))) => {
            global == other && fits_offset(off, at)
        }
        (Place::In(Root::Local(..) | Root::Heap(..) | Root::Input(_), _), Seen::Elsewhere) => true,
        (Place::Code(func), Seen::Scalar(Scalar::Func(other))) => func == other,
        _ => false,
    }
}

fn fits_offset(off: analysis::Off, at: u64) -> bool {
    match off {
        analysis::Off::At(known) => known == at,
        analysis::Off::Any => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_heap_functions() {
        let mut tally = Tally::default();
        for number in 0..12 {
            let text = heap::sample(&mut Rng::new(number)).text;
            if let Err(what) = judge(&text, "f", &mut tally) {
                panic!("function {number}: {what}\n{text}");
            }
        }
        assert!(tally.pointers > 100, "pointers should be looked at");
    }
}
