//! `probant gen`: what its arguments mean. The work itself is done in `session`.

use crate::args::{CriterionName, EngineName, Gen, McdcName};
use crate::front::Unit;
use crate::session::Session;
use crate::sources::sources;
use crate::{BAD_INPUT, OWN_ERROR, lookup, pool};
use engine::objectives::Within;
use engine::{Criterion, Engines, Options};
use ir::Func;
use std::path::Path;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use world::Preference;

/// What each function may take if the user names no budget.
pub(crate) const EACH: Duration = Duration::from_secs(10);

/// Runs the command, given also as words; the exit status.
pub fn generate(args: &Gen, words: &[String], stack: usize) -> u8 {
    let began = Instant::now();
    native::TempDir::remove_abandoned();
    let session = sources(args).and_then(|sources| Session::new(args, words, sources));
    let session = match session {
        Ok(session) => session,
        Err(message) => {
            eprintln!("probant: {message}");
            return BAD_INPUT;
        }
    };
    if let Err(error) = pool::run(&session, args.jobs(), stack) {
        eprintln!("probant: cannot start: {error}");
        return OWN_ERROR;
    }
    session.meter.clear();
    let times = if args.timing { session.times.line(began) } else { String::new() };
    session.results.into_inner().unwrap_or_else(PoisonError::into_inner).finish(&times)
}

/// A precondition has the parameters of the function under test and says yes or no.
pub(crate) fn check_precondition(unit: &Unit, pre: Func, func: Func) -> Result<(), String> {
    let program = &unit.program;
    let name = &program.funcs[pre].name;
    if !matches!(program.funcs[pre].sig.ret, Some(ir::Type::Int(_))) {
        return Err(format!("`{name}` is no precondition: it should return an integer"));
    }
    if program.funcs[func].sig.params == program.funcs[pre].sig.params {
        return Ok(());
    }
    Err(format!(
        "`{name}` and `{0}` have different parameters: give `{name}` those of `{0}`, or name another function under test with -f",
        program.funcs[func].name
    ))
}

/// How to search, as arguments say it.
pub(crate) fn options(args: &Gen) -> Options {
    Options {
        criterion: match args.criterion {
            CriterionName::Statement => Criterion::Statement,
            CriterionName::Branch => Criterion::Branch,
            CriterionName::Condition => Criterion::Condition,
            CriterionName::Decision => Criterion::Decision,
            CriterionName::Mcdc if args.mcdc == McdcName::Unique => Criterion::UniqueCause,
            CriterionName::Mcdc => Criterion::Mcdc,
            CriterionName::Path => Criterion::Path,
            CriterionName::Kpath => Criterion::KPath(args.k),
            CriterionName::Boundary => Criterion::Boundary,
        },
        within: if args.scope == "function" { Within::Function } else { Within::Callees },
        seed: args.seed,
        seeds: args.seeds,
        engines: match args.engine {
            EngineName::Walk => Engines::Walk,
            EngineName::Both => Engines::Both,
            EngineName::Goals => Engines::Goals,
        },
        first_turns: 4,
        most_inputs: args.exhaust,
        tests_per_path: args.tests_per_path,
        predicates: args.predicates,
        reproduce: args.reproduce,
        pre: None,
        asked: args.assume.iter().filter_map(|name| Preference::named(name)).collect(),
        relaxed: args
            .malloc_may_fail
            .then_some(Preference::AllocationSucceeds)
            .into_iter()
            .collect(),
        validate: false,
        audit: false,
    }
}

/// The functions under test: those named, or all that the file itself defines.
pub(crate) fn functions(unit: &Unit, file: &Path, names: &[String]) -> Result<Vec<Func>, String> {
    if !names.is_empty() {
        return names.iter().map(|name| lookup::function(&unit.program, file, name)).collect();
    }
    let funcs = lookup::own_functions(&unit.program);
    if funcs.is_empty() {
        return Err(format!(
            "{} defines no function: name a file with a function body",
            file.display()
        ));
    }
    Ok(funcs)
}
