//! The whole flow on one page: a C file to replayed tests and verdicts.
//!
//! file ─ front ─► program ─ engine ─► tests, each run by the interpreter ─ native ─► replayed ─► suite

use crate::front::Unit;
use crate::replay;
use engine::describe::Describer;
use engine::walk::NoStart;
use engine::{Generated, Options, generate};
use ir::Func;
use native::{NativeError, Runtime};
use suite::Suite;

/// What to do with each function.
pub struct Plan<'a> {
    /// Functions under test.
    pub funcs: Vec<Func>,
    /// How to generate.
    pub options: Options,
    /// Who replays; nobody if none.
    pub replay: Option<&'a Runtime>,
    /// The file as tests include it: an absolute path.
    pub include: String,
    /// When to stop searching in one function.
    pub stop: &'a dyn Fn(Func) -> Box<dyn Fn() -> bool + 'a>,
    /// Told of each function before work on it begins.
    pub progress: &'a dyn Fn(Func),
}

/// What came of a function.
pub enum Outcome {
    /// It is in the suite.
    Done,
    /// No input satisfies its contract; the clauses at fault.
    Unsatisfiable(Func, Vec<String>),
    /// Whether its contract can be satisfied was not decided.
    Undecided(Func),
    /// Two of our own judges disagree.
    Disagreement(String),
}

/// Generates, replays and gathers tests of all functions of a plan.
pub fn run(unit: &Unit, file: &str, plan: &Plan<'_>) -> Result<(Suite, Vec<Outcome>), NativeError> {
    let mut describer = Describer::new(&unit.program);
    let mut functions = Vec::new();
    let mut outcomes = Vec::new();
    for &func in &plan.funcs {
        (plan.progress)(func);
        let stop = (plan.stop)(func);
        match generate(
            &unit.program,
            &unit.map,
            func,
            &mut describer,
            &plan.include,
            &plan.options,
            &*stop,
        ) {
            Ok(mut generated) => {
                if let Some(runtime) = plan.replay {
                    replay::replay(unit, &describer.types, runtime, &mut generated)?;
                } else {
                    replay::measure_by_interpreter(&mut generated);
                }
                let Generated { report, disagreements, .. } = generated;
                functions.push(report);
                outcomes.push(Outcome::Done);
                outcomes.extend(disagreements.into_iter().map(Outcome::Disagreement));
            }
            Err(NoStart::Unsatisfiable(clauses)) => {
                outcomes.push(Outcome::Unsatisfiable(func, clauses));
            }
            Err(NoStart::Undecided) => outcomes.push(Outcome::Undecided(func)),
        }
    }
    Ok((Suite { file: file.to_owned(), types: describer.types, functions }, outcomes))
}
