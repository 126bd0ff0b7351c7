//! Pointers as inputs against brute force: random functions over pointers, run on all small heaps of their kind.
//!
//! Larger heaps may show more, so the truth known here is a part: what it shows must be found, and must not be called
//! infeasible; what the engine shows beyond it was run by the interpreter. In worlds where pointers lead anywhere, what goes
//! wrong may be the caller's doing: there nobody has to find it.

mod kind;
mod models;
mod verdicts;

use super::{Options, findings, generate, rounds};
use engine::{Criterion, Engines, Generated};
use filetests::front::{self, Lowered};
use fuzzgen::Rng;
use fuzzgen::brute::{self, Truth};
use interp::{Outcome, Run};
use ir::{Event, Func};
use kind::Sample;
use std::process::ExitCode;
use verdicts::{Verdicts, judge_branches, judge_following, judge_inputs, judge_paths};

pub(super) use kind::Kind;

/// Where code that allocates has so few paths, all its mistakes are found by the way.
const FEW_PATHS: u64 = 32;

#[derive(Default)]
struct Tally {
    functions: u64,
    heaps: u64,
    skipped: u64,
    both: Verdicts,
    /// Goals alone, without any path walked.
    goals: Verdicts,
    paths: u64,
    incomplete: u64,
    mistakes: findings::Tally,
}

pub(super) fn command(options: &Options) -> ExitCode {
    let mut tally = Tally::default();
    let differences = rounds::judge_each(
        options,
        |number| judge(&sample(options, number), &mut tally),
        |number| sample(options, number).text().to_owned(),
    );
    println!("functions {}, skipped {}, heaps {}", tally.functions, tally.skipped, tally.heaps);
    for (who, verdicts) in [("paths and goals", &tally.both), ("goals alone", &tally.goals)] {
        let Verdicts { covered, beyond, infeasible, wrong, unknown, missed } = verdicts;
        println!(
            "{who}: covered {covered} ({beyond} of them by no small heap), infeasible {infeasible}, wrong {wrong}, unknown {unknown} ({missed} of them reached by some heap)"
        );
    }
    println!("paths {}, incomplete walks {}", tally.paths, tally.incomplete);
    let findings::Tally { found, missed } = tally.mistakes;
    println!("findings {found}, missed {missed}");
    rounds::conclude(differences)
}

/// Function number `number` of a seed: of the kind that is asked for, or of one that is settled.
fn sample(options: &Options, number: u64) -> Sample {
    let mut rng = Rng::new(options.seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
    let turn = number as usize % Kind::MIX.len();
    options.kind.unwrap_or(Kind::MIX[turn]).sample(&mut rng)
}

/// Judges one function; the message says all that is wrong.
fn judge(sample: &Sample, tally: &mut Tally) -> Result<(), String> {
    let unit = models::read(sample.text())?;
    let func = unit.program.find_func("f").ok_or("the function is not in the program")?;
    let tried = front::lower_text(&sample.with_script())?;
    let truth = truth(sample, &tried, &unit, tally)?;
    if truth.n_cut > 0 {
        tally.skipped += 1;
        return Ok(());
    }
    tally.functions += 1;
    let subject = Subject { sample, unit: &unit, func, tried: &tried, truth: &truth };
    let wrong = subject.differences(tally);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// What brute force shows, in the words of the unit that the engine is given.
fn truth(
    sample: &Sample,
    tried: &Lowered,
    unit: &Lowered,
    tally: &mut Tally,
) -> Result<Truth, String> {
    let func = tried.program.find_func("f").ok_or("the function is not in its unit")?;
    let (truth, n_heaps) = sample.truth(&tried.program, func);
    tally.heaps += n_heaps;
    Ok(if sample.is_plain() { truth } else { truth.told_in(&tried.program, &unit.program) })
}

/// A function, and the truth about it.
struct Subject<'a> {
    sample: &'a Sample,
    unit: &'a Lowered,
    func: Func,
    /// The unit that brute force tried.
    tried: &'a Lowered,
    truth: &'a Truth,
}

impl Subject<'_> {
    /// A world in which something is passed, whatever comes of it: the end of a message.
    fn example_of(&self, event: Event) -> String {
        self.example(|run| self.told(run).contains(&event))
    }

    /// The same of a run that begins so and returns.
    fn example_of_path(&self, path: &[Event]) -> String {
        let returns = |run: &Run| matches!(run.outcome, Outcome::Returned(_));
        self.example(|run| returns(run) && self.told(run).starts_with(path))
    }

    /// What a run passed, in the words of our unit.
    fn told(&self, run: &Run) -> Vec<Event> {
        brute::told_in(&run.events, &self.tried.program, &self.unit.program)
    }

    fn example(&self, is_wanted: impl Fn(&Run) -> bool) -> String {
        let found = self.sample.find(self.tried, &is_wanted);
        found.map_or(String::new(), |world| format!(": {world}"))
    }

    /// All that the engine says otherwise.
    fn differences(&self, tally: &mut Tally) -> Vec<String> {
        let generate = |criterion, engines, first_turns| {
            generate::generate(self.unit, self.func, criterion, engines, first_turns, 0)
        };
        let mut n_paths = None;
        let walked = generate(Criterion::Path, Engines::Walk, 4).and_then(|walked| {
            let complete = walked.report.paths.filter(|paths| paths.complete);
            n_paths = complete.map(|paths| paths.feasible + paths.trapped);
            self.judge_walk(&walked, tally)
        });
        let mut judged = vec![walked];
        // Few turns at first, so that goals also look at loops beyond their unfolding.
        for (engines, turns) in [(Engines::Both, 4), (Engines::Goals, 1)] {
            let few = engines == Engines::Both && n_paths.is_some_and(|paths| paths <= FEW_PATHS);
            let made = generate(Criterion::Branch, engines, turns);
            let made = made.and_then(|made| {
                self.judge_goals(&made, engines, few, tally)?;
                judge_inputs(self, &made)
            });
            judged.push(made.map_err(|what| format!("{engines:?}: {what}")));
        }
        judged.push(judge_following(self));
        judged.into_iter().filter_map(Result::err).collect()
    }

    fn judge_walk(&self, walked: &Generated, tally: &mut Tally) -> Result<(), String> {
        tally.paths += judge_paths(self, walked)?;
        judge_inputs(self, walked)?;
        let is_complete = walked.report.paths.as_ref().is_some_and(|paths| paths.complete);
        tally.incomplete += u64::from(!is_complete);
        self.judge_findings(walked, is_complete, &mut tally.mistakes)
    }

    fn judge_goals(
        &self,
        made: &Generated,
        engines: Engines,
        few: bool,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let verdicts = if engines == Engines::Both { &mut tally.both } else { &mut tally.goals };
        judge_branches(self, made, verdicts)?;
        let all = few && world::World::of(&self.unit.program, self.func).frees;
        self.judge_findings(made, all, &mut tally.mistakes)
    }

    /// Were the mistakes found that have to be?
    fn judge_findings(
        &self,
        made: &Generated,
        all: bool,
        tally: &mut findings::Tally,
    ) -> Result<(), String> {
        if all && self.sample.is_plain() {
            findings::judge_all(self.unit, self.func, made, self.truth, tally)
        } else {
            findings::missed(self.unit, self.func, made, self.truth, tally).map(drop)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample of what `fuzz heap` does, in every run of the tests, over all kinds that are settled; in two halves, which can
    /// be judged side by side.
    fn judge_each(numbers: impl Iterator<Item = u64>) {
        let options =
            Options { count: 40, seed: 1, first: 0, jobs: 1, keep_going: false, kind: None };
        let mut tally = Tally::default();
        for number in numbers {
            let sample = sample(&options, number);
            if let Err(what) = judge(&sample, &mut tally) {
                panic!("function {number}: {what}\n{}", sample.text());
            }
        }
        assert!(tally.functions > 15 && tally.paths > 20, "the sample should not be empty");
    }

    #[test]
    fn random_functions_over_pointers_are_judged_as_brute_force_judges_them() {
        judge_each((0..40).step_by(2));
    }

    #[test]
    fn more_random_functions_over_pointers_are_judged_as_brute_force_judges_them() {
        judge_each((1..40).step_by(2));
    }
}
