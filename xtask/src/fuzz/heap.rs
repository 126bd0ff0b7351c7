//! Pointers as inputs against brute force: random functions over a linked structure, run on all small heaps.
//!
//! Larger heaps may show more, so the truth known here is a part: what it shows must be found, and must not be called
//! infeasible; what the engine shows beyond it was run by the interpreter.

use super::{Options, findings, generate, rounds};
use engine::{Criterion, Engines, Reached};
use filetests::front;
use fuzzgen::Rng;
use fuzzgen::brute::Truth;
use fuzzgen::heap::{self, Sample};
use fuzzgen::heaps::{self, Extent};
use fuzzgen::{idioms, overlap, views};
use ir::Event;
use std::collections::BTreeSet;
use std::process::ExitCode;
use suite::{Ends, Verdict};
use world::World;

/// Paths of a function that are followed one by one.
const FOLLOWED: usize = 3;
/// Where code that allocates has so few paths, all its mistakes are found by the way.
const FEW_PATHS: u64 = 32;

#[derive(Default)]
struct Verdicts {
    covered: u64,
    infeasible: u64,
    unknown: u64,
    /// Unknown, though some heap shows them.
    missed: u64,
}

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
    let kind = |number: u64| {
        let mut rng = Rng::new(options.seed.wrapping_mul(0x1_0000_0000).wrapping_add(number));
        Kind::of(number, &mut rng)
    };
    let differences = rounds::judge_each(
        options,
        |number| judge(&kind(number), &mut tally),
        |number| kind(number).text().to_owned(),
    );
    println!("functions {}, skipped {}, heaps {}", tally.functions, tally.skipped, tally.heaps);
    for (who, Verdicts { covered, infeasible, unknown, missed }) in
        [("paths and goals", &tally.both), ("goals alone", &tally.goals)]
    {
        println!(
            "{who}: covered {covered}, infeasible {infeasible}, unknown {unknown} ({missed} of them reached by some heap)"
        );
    }
    println!("paths {}, incomplete walks {}", tally.paths, tally.incomplete);
    let findings::Tally { found, missed } = tally.mistakes;
    println!("findings {found}, missed {missed}");
    rounds::conclude(differences)
}

/// What a function is given.
enum Kind {
    /// Pointers to nodes.
    Nodes(Sample),
    /// A pointer to a pointer to a node.
    Behind(String),
    /// Arrays that may overlap.
    Arrays(overlap::Sample),
    /// A union, looked at through several members.
    Union(String),
    /// An idiom in which people write structures.
    Idiom(idioms::Sample),
}

impl Kind {
    fn of(number: u64, rng: &mut Rng) -> Self {
        match number % 8 {
            3 => Self::Arrays(overlap::sample(rng)),
            5 => Self::Behind(heap::sample_behind(rng)),
            1 => Self::Union(views::sample(rng)),
            2 | 6 => Self::Idiom(idioms::sample(rng)),
            7 => Self::Idiom(idioms::sample_of_owners(rng)),
            _ => Self::Nodes(heap::sample(rng)),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Nodes(sample) => &sample.text,
            Self::Arrays(sample) => &sample.text,
            Self::Idiom(sample) => &sample.text,
            Self::Behind(text) | Self::Union(text) => text,
        }
    }

    /// What brute force shows, and how many heaps that took.
    fn truth(&self, program: &ir::Program, func: ir::Func) -> (Truth, u64) {
        match self {
            Self::Nodes(sample) => (heap::truth(program, func, sample), heap::count(sample.extent)),
            Self::Idiom(sample) => {
                let frees = World::of(program, func).frees;
                let known = (nullable(program, func), stepped(program, func));
                idioms::truth(program, func, sample, known, frees)
            }
            Self::Behind(_) => {
                let extent = Extent {
                    nodes: 4,
                    length: 1,
                    values: vec![0, 1, 2],
                    runs: 20_000,
                    nullable: nullable(program, func),
                    stepped: stepped(program, func),
                    globals: Vec::new(),
                    frees: false,
                };
                let explored = heaps::explore(program, func, &extent);
                (explored.truth, explored.runs)
            }
            Self::Arrays(sample) => overlap::truth(program, func, sample),
            Self::Union(_) => views::truth(program, func),
        }
    }
}

fn nullable(program: &ir::Program, func: ir::Func) -> Vec<bool> {
    World::of(program, func).nullable
}

fn stepped(program: &ir::Program, func: ir::Func) -> Vec<bool> {
    World::of(program, func).stepped
}

fn judge(kind: &Kind, tally: &mut Tally) -> Result<(), String> {
    let unit = front::lower_text(kind.text())?;
    let func = unit.program.find_func("f").ok_or("the function is not in the program")?;
    let (truth, n_heaps) = kind.truth(&unit.program, func);
    if truth.n_cut > 0 {
        tally.skipped += 1;
        return Ok(());
    }
    tally.functions += 1;
    tally.heaps += n_heaps;
    let walked = generate::generate(&unit, func, Criterion::Path, Engines::Walk, 4, 0)?;
    judge_paths(&walked, &truth, tally)?;
    let n_paths = walked.report.paths.filter(|paths| paths.complete);
    let n_paths = n_paths.map(|paths| paths.feasible + paths.trapped);
    if n_paths.is_some() {
        findings::judge_all(&unit, func, &walked, &truth, &mut tally.mistakes)?;
    } else {
        findings::missed(&unit, func, &walked, &truth, &mut tally.mistakes)?;
    }
    // Few turns at first, so that goals also look at loops beyond their unfolding.
    for (engines, turns, verdicts) in
        [(Engines::Both, 4, &mut tally.both), (Engines::Goals, 1, &mut tally.goals)]
    {
        let made = generate::generate(&unit, func, Criterion::Branch, engines, turns, 0)?;
        let few = engines == Engines::Both && n_paths.is_some_and(|paths| paths <= FEW_PATHS);
        judge_branches(&made, &truth, verdicts)
            .and_then(|()| {
                if few && World::of(&unit.program, func).frees {
                    findings::judge_all(&unit, func, &made, &truth, &mut tally.mistakes)
                } else {
                    findings::missed(&unit, func, &made, &truth, &mut tally.mistakes).map(drop)
                }
            })
            .map_err(|what| format!("{engines:?}: {what}"))?;
    }
    judge_following(&unit.program, func, &truth)
}

/// Follows some paths that heaps take, and each with its last outcome turned round.
fn judge_following(program: &ir::Program, func: ir::Func, truth: &Truth) -> Result<(), String> {
    for path in truth.returned.iter().filter(|path| !path.is_empty()).take(FOLLOWED) {
        match engine::follow(program, func, path, &|| false) {
            Reached::Not(verdict @ Verdict::Infeasible { .. }, _) => {
                return Err(format!("a heap takes {path:?}, following it: {verdict:?}"));
            }
            Reached::Not(..) | Reached::Yes(_) | Reached::Promised(..) => {}
        }
        let mut turned = path.clone();
        if let Some(Event::Cond(_, outcome)) = turned.last_mut() {
            *outcome = !*outcome;
        }
        let is_taken = truth.returned.iter().any(|other| other.starts_with(&turned));
        let followed = engine::follow(program, func, &turned, &|| false);
        if is_taken && matches!(followed, Reached::Not(Verdict::Infeasible { .. }, _)) {
            return Err(format!("a heap takes {turned:?}, following it says infeasible"));
        }
    }
    Ok(())
}

fn judge_branches(
    generated: &engine::Generated,
    truth: &Truth,
    tally: &mut Verdicts,
) -> Result<(), String> {
    let objectives = generated.report.objectives.iter().zip(&generated.objective_events);
    for (objective, events) in objectives {
        let reached = events.iter().any(|event| truth.covered.contains(event));
        match &objective.verdict {
            Verdict::Covered { .. } => tally.covered += 1,
            Verdict::Infeasible { .. } if reached => {
                return Err(format!("{} is infeasible, a heap covers it", objective.id));
            }
            Verdict::Infeasible { .. } => tally.infeasible += 1,
            Verdict::Unknown { .. } => {
                tally.unknown += 1;
                tally.missed += u64::from(reached);
            }
        }
    }
    Ok(())
}

fn judge_paths(
    generated: &engine::Generated,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let tests = generated.report.tests.iter().zip(&generated.events);
    let returning: Vec<_> =
        tests.filter(|(test, _)| test.ends == Ends::Return).map(|(_, path)| path).collect();
    let found: BTreeSet<_> = returning.iter().map(|path| (*path).clone()).collect();
    if found.len() != returning.len() {
        return Err(format!("{} tests for {} paths", returning.len(), found.len()));
    }
    tally.paths += found.len() as u64;
    let paths = generated.report.paths.as_ref().ok_or("no word about paths")?;
    if !paths.complete {
        tally.incomplete += 1;
        return Ok(());
    }
    if let Some(path) = truth.returned.difference(&found).next() {
        return Err(format!("complete, but a path is missing: {path:?}"));
    }
    let (claimed, least) = (paths.trapped, truth.trapped.len() as u64);
    if claimed < least {
        return Err(format!("{claimed} trapped prefixes claimed, there are {least} at least"));
    }
    Ok(())
}
