//! Small C programs in, verdicts out: what the engines say of the function `f` of a text, a line for each objective.
//!
//! All our own judges are on: every symbolic value is compared with the interpreter's, refutations are repeated by a second
//! method, and two judges that disagree fail the test.

#![allow(clippy::needless_raw_string_hashes, reason = "expect-test writes them when blessing")]

mod conditions;
mod contracts;
mod covering;
mod evidence;
mod findings;
mod paths;
mod plan;
mod questions;
mod worlds;

use crate::describe::Describer;
use crate::walk::NoStart;
use crate::{Criterion, Generated, Options, Reached, generate};
use cfront::target::Target;
use expect_test::Expect;
use ir::{Func, Program};
use source::SourceMap;
use std::fmt::Write;
use suite::{FunctionReport, Objective, PathMethod, Scope, Verdict};

/// A program of which the function `f` is under test.
pub(crate) struct Sample {
    pub(crate) program: Program,
    pub(crate) map: SourceMap,
    pub(crate) func: Func,
}

impl Sample {
    /// What C without a preprocessor means.
    #[track_caller]
    pub(crate) fn new(text: &str) -> Self {
        let unit = cfront::pp::read(text.to_owned(), &|_| None);
        let (ast, diagnostics) = cfront::parse_unit(&unit.map, &unit.macros);
        assert!(!diagnostics.has_errors(), "{text}: {diagnostics:?}");
        let target = Target::LP64;
        let (typed, diagnostics) = cfront::sema::check(&ast, &unit.map, &target);
        assert!(!diagnostics.has_errors(), "{text}: {diagnostics:?}");
        let options = lower::Options { overflow: lower::Overflow::Trap, target };
        let program = lower::lower(&typed, &options).0;
        let func = program.find_func("f").expect("the text should have a function `f`");
        Self { program, map: unit.map, func }
    }

    pub(crate) fn generate(&self, options: &Options) -> Result<Generated, NoStart> {
        let mut describer = Describer::new(&self.program);
        let never = |_: &crate::Progress| false;
        generate(&self.program, &self.map, self.func, &mut describer, "f.c", options, &never)
    }
}

/// What is said of `f` under a criterion.
#[track_caller]
pub(crate) fn check(text: &str, criterion: Criterion, expect: &Expect) {
    check_with(text, &Options::judged(criterion), expect);
}

#[track_caller]
pub(crate) fn check_with(text: &str, options: &Options, expect: &Expect) {
    let sample = Sample::new(text);
    let told = match sample.generate(options) {
        Ok(generated) => {
            assert_eq!(generated.disagreements, Vec::<String>::new(), "judges should agree");
            told(&generated.report)
        }
        Err(NoStart::Unsatisfiable(premises)) => format!("no input is admitted: {premises:?}\n"),
        Err(NoStart::Undecided) => "not decided whether an input is admitted\n".to_owned(),
    };
    expect.assert_eq(&told);
}

/// A report in a few lines.
fn told(report: &FunctionReport) -> String {
    let mut text = String::new();
    for objective in &report.objectives {
        writeln!(text, "{}", objective_line(objective)).expect("writing to a string succeeds");
    }
    let mut add = |line: String| text.push_str(&(line + "\n"));
    if let Some(paths) = report.paths {
        let how = match paths.method {
            PathMethod::Walk => "walked".to_owned(),
            PathMethod::Exhaustion(inputs) => format!("by all {inputs} inputs"),
        };
        let whole = if paths.complete { "complete" } else { "incomplete" };
        let (feasible, trapped, cut) = (paths.feasible, paths.trapped, paths.cut);
        add(format!("paths {feasible}, trapped {trapped}, cut {cut}, {whole}, {how}"));
    }
    for finding in &report.findings {
        add(format!("finding: {} in line {}", finding.kind, finding.line));
    }
    for duty in &report.duties {
        add(format!("duty: {} in line {} while {}", duty.what.kind, duty.what.line, duty.sentence));
    }
    report.notes.iter().for_each(|note| add(format!("note: {note}")));
    text
}

fn objective_line(objective: &Objective) -> String {
    let Objective { id, text, verdict, .. } = objective;
    format!("{id} {text}: {}", verdict_line(verdict))
}

fn verdict_line(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Covered { .. } => "covered".to_owned(),
        Verdict::Infeasible { scope, assumes, because, .. } => {
            let mut line = match scope {
                Scope::Unconditional => "infeasible".to_owned(),
                Scope::Bounded(bounds) => format!("infeasible within {bounds:?}"),
            };
            let mut list = |word: &str, what: &[String]| {
                if !what.is_empty() {
                    let _ = write!(line, ", {word} {}", what.join("; "));
                }
            };
            list("assumes", assumes);
            list("because", because);
            line
        }
        Verdict::Unknown { reason, .. } => format!("unknown, {reason}"),
    }
}

/// What became of a single question.
fn reached_line(reached: &Reached) -> String {
    match reached {
        Reached::Yes(found) => format!("yes, {:?}", found.0.args),
        Reached::Promised(..) => "promised".to_owned(),
        Reached::Not(verdict, _) => verdict_line(verdict),
    }
}
