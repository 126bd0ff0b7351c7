//! Random postconditions against the same postconditions written in C.
//!
//! Every input is run twice: through the function with its promises, and through C that calls it without them and looks at what
//! they say. Both must agree on each input, and the formula of the clause, where there is one, must not deny what is kept. What
//! the engines then say of the function is compared with all of these runs: a promise that some input breaks is found, one that
//! none breaks is neither found broken nor, where proofs are asked for, called anything but kept or unknown.

use super::{Options, corpus, findings, made, prove, rounds};
use engine::{Criterion, Engines};
use filetests::front::{self, Lowered};
use fuzzgen::brute::{self, Truth};
use fuzzgen::promise::{self, JUDGE, Promise, Subject};
use fuzzgen::tree::Program;
use fuzzgen::{Domain, Rng, Slot, heap, overlap, print};
use interp::{Limits, Machine, Outcome, Run};
use ir::input::Input;
use ir::{Func, Inst, TrapKind};
use std::process::ExitCode;
use std::time::Duration;

/// What one search may take: those that follow links of structures without a bound have no end.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Default)]
struct Tally {
    functions: u64,
    /// Clauses that are not modelled: a warning says so.
    unchecked: u64,
    /// Functions of which some run does not end.
    skipped: u64,
    inputs: u64,
    broken: u64,
    kept: u64,
    /// Functions that some input makes break a promise, and no test of `gen` does.
    not_found: u64,
    proofs: prove::Tally,
    mistakes: findings::Tally,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    let sample = |number: u64| Sample::new(options.seed, number);
    let differences = rounds::judge_each(
        options,
        |number| judge(&sample(number), &mut tally),
        |number| sample(number).promised(),
    );
    let Tally { functions, unchecked, skipped, inputs, broken, kept, not_found, .. } = tally;
    println!("functions {functions}, skipped {skipped}, not checked {unchecked}, inputs {inputs}");
    println!("promises: broken {broken} ({not_found} of them not found), kept {kept}");
    let prove::Tally { shown, proved, unknown, .. } = tally.proofs;
    println!("traps: {shown} shown, {proved} proved impossible, {unknown} unknown");
    rounds::conclude(differences)
}

/// A function without its promise, the promise, and the inputs to try.
struct Sample {
    plain: String,
    name: String,
    promise: Promise,
    inputs: Inputs,
}

enum Inputs {
    Numbers(Program),
    Nodes(heap::Sample),
    Arrays(overlap::Sample),
}

impl Sample {
    fn new(seed: u64, number: u64) -> Self {
        let mut rng = Rng::new(seed.wrapping_mul(0x2_0000_0000).wrapping_add(number));
        let (name, plain, subject, inputs) = match number % 5 {
            0 | 1 => {
                let program = corpus::program(seed, number);
                let plain = print::unit(&program, "");
                let name = print::entry_name(&program, "");
                (name, plain, subject_of(&program), Inputs::Numbers(program))
            }
            2 => {
                let (sample, subject) = overlap::sample_to_promise(&mut rng);
                ("f".to_owned(), sample.text.clone(), subject, Inputs::Arrays(sample))
            }
            _ => {
                let (sample, subject) = heap::sample_to_promise(&mut rng);
                let plain = promise::with_predicates(&sample.text);
                ("f".to_owned(), plain, subject, Inputs::Nodes(sample))
            }
        };
        Self { plain, name, promise: promise::promise(&mut rng, &subject), inputs }
    }

    fn promised(&self) -> String {
        self.promise.promised(&self.plain, &self.name)
    }
}

/// What clauses may say of a function over numbers.
fn subject_of(program: &Program) -> Subject {
    let domain = Domain::of(program);
    let named = |is_param: bool| {
        let vars = domain.vars.iter();
        let vars = vars.filter(|var| matches!(var.slot, Slot::Param(_)) == is_param);
        vars.map(|var| var.name.clone()).collect()
    };
    Subject { params: named(true), globals: named(false), ..Subject::default() }
}

fn judge(sample: &Sample, tally: &mut Tally) -> Result<(), String> {
    let promised = front::lower_text(&sample.promised())?;
    let judged = front::lower_text(&sample.promise.judged(&sample.plain, &sample.name))?;
    let func = promised.program.find_func(&sample.name).ok_or("the function is not there")?;
    let judge = judged.program.find_func(JUDGE).ok_or("the judge is not there")?;
    if !is_checked(&promised.program, func) {
        tally.unchecked += 1;
        return Ok(());
    }
    let truth = sample.inputs.compare((&promised.program, func), (&judged.program, judge))?;
    if truth.n_cut > 0 {
        tally.skipped += 1;
        return Ok(());
    }
    tally.functions += 1;
    tally.inputs += truth.n_runs;
    let is_broken = breaks_a_promise(&truth.of_promised);
    *(if is_broken { &mut tally.broken } else { &mut tally.kept }) += 1;
    judge_search(&promised, func, &truth.of_promised, tally)?;
    match &sample.inputs {
        Inputs::Numbers(_) => judge_numbers(&promised, func, &truth.of_promised, tally),
        Inputs::Nodes(_) | Inputs::Arrays(_) => {
            judge_walk(&promised, func, &truth.of_promised, tally)
        }
    }
}

/// Did all clauses become code? One that did not is named in a warning.
fn is_checked(program: &ir::Program, func: Func) -> bool {
    let contract = program.funcs[func].contract.as_ref();
    let n_promises = contract.map_or(0, |contract| contract.ensures.len());
    let is_check = |inst: &&Inst| matches!(inst, Inst::Trap(TrapKind::EnsuresFailed));
    program.body(func).insts.values().filter(is_check).count() == n_promises
}

fn breaks_a_promise(truth: &Truth) -> bool {
    truth.trapped.iter().any(|(_, trap)| trap.kind == TrapKind::EnsuresFailed)
}

#[derive(Default)]
struct Compared {
    of_promised: Truth,
    n_runs: u64,
    n_cut: u64,
}

impl Inputs {
    /// Runs every input through both; the message says where they differ.
    fn compare(
        &self,
        (promised, func): (&ir::Program, Func),
        (judged, judge): (&ir::Program, Func),
    ) -> Result<Compared, String> {
        let mut compared = Compared::default();
        let mut difference = None;
        let mut second = Machine::new(judged);
        let mut see = |machine: &mut Machine<'_>, input: &Input, same: &Input| {
            let run = machine.run(func, input, &Limits::UNIT);
            let told = second.run(judge, same, &Limits::UNIT).outcome;
            let denied = formula_denies(machine, promised, func, input, &run.outcome);
            compared.n_runs += 1;
            match agree(&run, &told) {
                Some(true) if !denied => {}
                None => compared.n_cut += 1,
                Some(_) => {
                    let outcome = &run.outcome;
                    difference.get_or_insert_with(|| {
                        format!("{outcome:?}, C says {told:?}, denied {denied}, on {input:?}")
                    });
                }
            }
            compared.of_promised.add_losing(run, machine.leaks());
        };
        match self {
            Self::Numbers(program) => {
                let domain = Domain::of(program);
                let mut machine = Machine::new(promised);
                for n in 0..domain.count() {
                    let input = brute::input(promised, func, &domain, "", n);
                    see(&mut machine, &input, &brute::input(judged, judge, &domain, "", n));
                }
            }
            Self::Nodes(sample) => {
                heap::for_each_input(promised, func, sample, |it, input| see(it, input, input));
            }
            Self::Arrays(sample) => {
                overlap::for_each_input(promised, func, sample, |it, input| see(it, input, input));
            }
        }
        difference.map_or(Ok(compared), Err)
    }
}

/// Do both say the same? None if one of them was cut short.
fn agree(run: &Run, told: &Outcome) -> Option<bool> {
    Some(match (&run.outcome, told) {
        (Outcome::Returned(_), Outcome::Returned(_)) => says(told) == Some(true),
        (Outcome::Trapped(trap), Outcome::Returned(_)) => {
            trap.kind == TrapKind::EnsuresFailed && says(told) == Some(false)
        }
        (Outcome::Trapped(trap), Outcome::Trapped(other)) => trap.kind == other.kind,
        (Outcome::Returned(_), Outcome::Trapped(_)) => false,
        _ => return None,
    })
}

fn says(outcome: &Outcome) -> Option<bool> {
    brute::returned_bits(outcome).map(|bits| bits != 0)
}

/// Is the formula of some clause false though the run returned?
fn formula_denies(
    machine: &Machine<'_>,
    program: &ir::Program,
    func: Func,
    input: &Input,
    outcome: &Outcome,
) -> bool {
    let Outcome::Returned(result) = outcome else { return false };
    let clauses = program.funcs[func].contract.iter().flat_map(|contract| &contract.ensures);
    let formulas = clauses.filter_map(|clause| clause.meaning.as_ref().ok());
    formulas
        .into_iter()
        .any(|formula| machine.holds_after(formula, input, *result) == interp::Truth::False)
}

/// What `gen` finds is broken, and mostly all that is.
fn judge_search(
    unit: &Lowered,
    func: Func,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let options =
        engine::Options { reproduce: true, ..engine::Options::standard(Criterion::Branch) };
    let made = made::make(unit, func, &options, PATIENCE)?;
    findings::missed(unit, func, &made, truth, &mut tally.mistakes)?;
    let found = made.report.findings.iter().any(|it| it.kind == TrapKind::EnsuresFailed.name());
    tally.not_found += u64::from(breaks_a_promise(truth) && !found);
    Ok(())
}

fn judge_numbers(
    unit: &Lowered,
    func: Func,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let traps = truth.trapped.iter().map(|(_, trap)| *trap).collect();
    prove::judge_traps(unit, func, &traps, &mut tally.proofs)
}

/// A complete walk finds every promise that a heap breaks.
fn judge_walk(unit: &Lowered, func: Func, truth: &Truth, tally: &mut Tally) -> Result<(), String> {
    let options =
        engine::Options { engines: Engines::Walk, ..engine::Options::judged(Criterion::Path) };
    let walked = made::make(unit, func, &options, PATIENCE)?;
    if walked.report.paths.as_ref().is_some_and(|paths| paths.complete) {
        findings::judge_all(unit, func, &walked, truth, &mut tally.mistakes)
    } else {
        findings::missed(unit, func, &walked, truth, &mut tally.mistakes).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_promises() {
        let mut tally = Tally::default();
        for number in 0..15 {
            let sample = Sample::new(1, number);
            if let Err(what) = judge(&sample, &mut tally) {
                panic!("function {number}: {what}\n{}", sample.promised());
            }
        }
        assert!(tally.broken > 0 && tally.kept > 0, "both should be there");
    }
}
