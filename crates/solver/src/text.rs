//! `probant solve`: a constraint file in, an answer as text out.
//!
//! No file is read and nothing is printed here.

use crate::{Answer, Label, Limits, Method, Model, Solver, Tally};
use source::Diagnostics;
use std::fmt::Write;
use term::float::{FloatSet, float_text};
use term::text::{Document, Expected, Reading};
use term::{Domain, Format, Term, to_signed};

/// What to do with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Work limits of each check.
    pub limits: Limits,
    /// Propagate, print the domains left and stop.
    pub propagate_only: bool,
    /// List at most this many models instead of one.
    pub all: Option<usize>,
    /// Leave out of a core every label that is not needed.
    pub minimal_core: bool,
    /// Append what each propagator did.
    pub statistics: bool,
}

impl Options {
    /// One answer, within standard limits.
    pub const fn standard() -> Self {
        Self {
            limits: Limits::standard(),
            propagate_only: false,
            all: None,
            minimal_core: false,
            statistics: false,
        }
    }
}

/// The answer in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// Not decided.
    Unknown,
}

/// What came of a file.
#[derive(Clone, Debug)]
#[must_use]
pub struct Outcome {
    /// What is wrong with the text; if any is an error, nothing was solved.
    pub diagnostics: Diagnostics,
    /// The answer.
    pub verdict: Verdict,
    /// The answer as printed, with model, core or domains.
    pub text: String,
    /// Is the answer the one the file expects? True where it expects none.
    pub as_expected: bool,
}

/// Solves a constraint file with standard options.
pub fn run(source: &str) -> Outcome {
    run_with(source, &Options::standard())
}

/// Solves a constraint file.
pub fn run_with(source: &str, options: &Options) -> Outcome {
    let (document, diagnostics) = term::text::parse(source);
    if diagnostics.has_errors() {
        let text = String::new();
        return Outcome { diagnostics, verdict: Verdict::Unknown, text, as_expected: false };
    }
    let expected = document.expect;
    let mut session = Session::new(document, *options);
    let verdict = session.answer();
    if options.statistics {
        session.write_statistics();
    }
    let as_expected = match expected {
        None => true,
        Some(Expected::Sat) => verdict == Verdict::Sat,
        Some(Expected::Unsat) => verdict == Verdict::Unsat,
    };
    Outcome { diagnostics, verdict, text: session.out, as_expected }
}

/// The constraints of a file as a script for SMT-LIB solvers; `None` if the text is wrong.
pub fn smt_script(source: &str) -> Option<String> {
    let (document, diagnostics) = term::text::parse(source);
    if diagnostics.has_errors() {
        return None;
    }
    let terms: Vec<Term> = document.constraints.iter().map(|c| c.term).collect();
    let questions = term::text::smt_text(&document.pool, &terms);
    let logic = if term::text::has_floats(&document.pool, &terms) { "QF_BVFP" } else { "QF_BV" };
    Some(format!("(set-logic {logic})\n{questions}(check-sat)\n"))
}

/// How many times the ticks of one search a list of all models may take.
const LISTING: u64 = 1000;

struct Session {
    document: Document,
    options: Options,
    solver: Solver<'static>,
    out: String,
}

impl Session {
    fn new(mut document: Document, options: Options) -> Self {
        let mut solver = Solver::new();
        for (at, constraint) in document.constraints.iter().enumerate() {
            match constraint.label {
                Some(_) => solver.assume(&mut document.pool, Label(at as u32), constraint.term),
                None => solver.assert(&mut document.pool, constraint.term),
            }
        }
        Self { document, options, solver, out: String::new() }
    }

    fn answer(&mut self) -> Verdict {
        if self.options.propagate_only {
            return self.propagate();
        }
        if let Some(at_most) = self.options.all {
            return self.list(at_most);
        }
        match self.solver.check(&mut self.document.pool, &self.options.limits) {
            Answer::Sat(model) => {
                self.line(&format!("sat by {}", method(model.by)));
                self.write_model(&model);
                Verdict::Sat
            }
            Answer::Unsat { labels, by } => {
                self.line(&format!("unsat by {}", method(by)));
                self.write_core(&labels);
                Verdict::Unsat
            }
            Answer::Unknown(why) => {
                self.line(&format!("unknown: {}", why.text()));
                Verdict::Unknown
            }
        }
    }

    fn propagate(&mut self) -> Verdict {
        self.solver.strengthen(self.options.limits.probe_ticks);
        if self.solver.is_refuted() {
            self.line("unsat by propagation");
            return Verdict::Unsat;
        }
        self.line("unknown: propagation leaves");
        for (term, reading) in self.document.vars.clone() {
            let bounds = self.solver.bounds(&self.document.pool, term);
            let name = self.name(term);
            let range = match reading {
                Reading::Signed => format!("{}..{}", bounds.slo, bounds.shi),
                Reading::Unsigned => format!("{}..{}", bounds.lo, bounds.hi),
                Reading::Float(format) => float_range(format, &bounds),
            };
            self.line(&format!("{name} in {range}"));
        }
        Verdict::Unknown
    }

    fn list(&mut self, at_most: usize) -> Verdict {
        let mut models = Vec::new();
        let pool = &self.document.pool;
        let ticks = self.options.limits.search_ticks.saturating_mul(LISTING);
        let keep = &mut |model: &Model| models.push(model.clone());
        let complete = self.solver.all_models(pool, at_most, ticks, keep);
        for (at, model) in models.iter().enumerate() {
            self.line(&format!("model {}", at + 1));
            self.write_model(model);
        }
        let all = if complete { "all" } else { "the first" };
        self.line(&format!("{all} {} models", models.len()));
        match (models.is_empty(), complete) {
            (false, _) => Verdict::Sat,
            (true, true) => Verdict::Unsat,
            (true, false) => Verdict::Unknown,
        }
    }

    fn write_model(&mut self, model: &Model) {
        for (term, reading) in self.document.vars.clone() {
            let var = self.document.pool.as_var(term).expect("declared as a variable");
            let value = model.value(var);
            let width = self.document.pool.width(term);
            let name = self.name(term);
            let value = match reading {
                Reading::Signed => to_signed(value, width).to_string(),
                Reading::Unsigned => value.to_string(),
                Reading::Float(format) => float_text(format, value),
            };
            self.line(&format!("{name} = {value}"));
        }
    }

    fn write_core(&mut self, labels: &[Label]) {
        let labels = if self.options.minimal_core {
            self.solver.minimize_core(&mut self.document.pool, &self.options.limits, labels)
        } else {
            labels.to_vec()
        };
        let name = |label: &Label| self.document.constraints[label.0 as usize].label.clone();
        let names: Vec<String> = labels.iter().filter_map(name).collect();
        if !names.is_empty() {
            self.line(&format!("core: {}", names.join(" ")));
        }
    }

    fn write_statistics(&mut self) {
        let portfolio = *self.solver.portfolio();
        for (stage, Tally { asked, answered, ticks }) in portfolio.iter() {
            if asked > 0 {
                let name = stage.name();
                self.line(&format!(
                    "stage {name}: asked {asked}, answered {answered}, {ticks} ticks"
                ));
            }
        }
        let statistics = self.solver.statistics();
        for (name, runs, narrowings) in statistics.iter() {
            self.line(&format!("{name}: {runs} runs, {narrowings} narrowings"));
        }
    }

    fn name(&self, term: Term) -> String {
        let var = self.document.pool.as_var(term).expect("declared as a variable");
        self.document.pool.var_info(var).name.clone()
    }

    fn line(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{text}");
    }
}

/// The floats that bounds leave: the negative ones, the positive ones, and whether there may be no number.
pub fn float_range(format: Format, bounds: &Domain) -> String {
    let set = FloatSet::of(format, bounds);
    let text = |place: i128| float_text(format, format.at_place(place));
    let mut parts: Vec<(i128, i128)> = Vec::new();
    for interval in &*set.intervals() {
        match parts.last_mut() {
            // Both zeros are there, so nothing lies between.
            Some(before) if before.1 == -1 && interval.lo == 0 => before.1 = interval.hi,
            _ => parts.push((interval.lo, interval.hi)),
        }
    }
    let mut words: Vec<String> =
        parts.iter().map(|&(lo, hi)| format!("{}..{}", text(lo), text(hi))).collect();
    if set.nan {
        words.push("nan".into());
    }
    words.join(" or ")
}

fn method(by: Method) -> &'static str {
    match by {
        Method::Remembered => "memory",
        Method::Propagation => "propagation",
        Method::Probing => "probing",
        Method::Search => "search",
        Method::LocalSearch => "local search",
        Method::Sat => "sat",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expect: &str) {
        check_with(source, &Options::standard(), expect);
    }

    #[track_caller]
    fn check_with(source: &str, options: &Options, expect: &str) {
        let outcome = run_with(source, options);
        let messages: Vec<_> = outcome.diagnostics.iter().map(|d| &d.message).collect();
        assert!(messages.is_empty(), "{messages:?}");
        assert_eq!(outcome.text, expect);
        assert!(outcome.as_expected);
    }

    const PROPAGATE: Options = Options { propagate_only: true, ..Options::standard() };

    #[test]
    fn models_cores_and_lists() {
        check("var x: i8\nassert x > 3\nexpect sat", "sat by search\nx = 4\n");
        let core = "var x: u8\nlabel a: x > 3\nlabel b: x != 9\nlabel c: x < 2\nexpect unsat";
        check(core, "unsat by propagation\ncore: a c\n");
        let all = Options { all: Some(10), ..Options::standard() };
        check_with(
            "var x: u8\nassert x * 2 < 4 && x < 9",
            &all,
            "model 1\nx = 0\nmodel 2\nx = 1\nall 2 models\n",
        );
    }

    #[test]
    fn scripts_for_other_solvers() {
        let script = smt_script("var x: u8\nassert x + 1 == 0").expect("no error");
        assert!(script.starts_with("(set-logic QF_BV)\n(declare-const v0 (_ BitVec 8))\n"));
        assert!(script.ends_with("(check-sat)\n"), "{script}");
        assert_eq!(smt_script("assert y"), None);
    }

    /// Ten different values out of nine, and a Hall interval that the others keep out of.
    #[test]
    fn cliques_of_disequalities() {
        let all_different = |types: &[&str]| {
            let mut text = String::new();
            for (at, ty) in types.iter().enumerate() {
                let _ = writeln!(text, "var x{at}: {ty}");
                for other in 0..at {
                    let _ = writeln!(text, "label d{other}_{at}: x{other} != x{at}");
                }
            }
            text
        };
        let pigeons = all_different(&["u32 in 7..15"; 10]);
        let outcome = run(&pigeons);
        assert!(outcome.text.starts_with("unsat by probing\ncore: d0_1 "), "{}", outcome.text);
        let signed = all_different(&["i32 in -4..4"; 10]);
        assert_eq!(run(&signed).verdict, Verdict::Unsat);
        check_with(
            &all_different(&["u8 in 3..4", "u8 in 3..4", "u8 in 2..9", "u8 in 3..9"]),
            &PROPAGATE,
            "unknown: propagation leaves\nx0 in 3..4\nx1 in 3..4\nx2 in 2..9\nx3 in 5..9\n",
        );
    }

    /// Remainders, small sets and squares.
    #[test]
    fn congruences_sets_and_squares() {
        check_with(
            "var x: u32 in 0..200\nassert x % 12 == 5\nassert x % 7 == 3\nassert x > 20",
            &PROPAGATE,
            "unknown: propagation leaves\nx in 101..185\n",
        );
        check_with(
            "var c: bool\nvar d: bool\nassert (c ? 3u8 : 7) + (d ? 1u8 : 5) == 6",
            &PROPAGATE,
            "unsat by propagation\n",
        );
        check_with(
            "var x: i32 in -1000..1000\nassert x * x >= 50 && x * x < 110\nassert x < 5",
            &PROPAGATE,
            "unknown: propagation leaves\nx in -10..-8\n",
        );
    }

    /// A low-pass filter that has to settle: the target less what was reached of it depends on the target in many ways.
    #[test]
    fn floats_are_halved() {
        let mut text = String::from("var t: f32 in 0..20\nlet y0 = 0f32\n");
        for turn in 0..8 {
            let _ = writeln!(text, "assert fabs(t - y{turn}) > 0.5");
            let _ = writeln!(text, "let y{} = y{turn} + 0.5 * (t - y{turn})", turn + 1);
        }
        assert_eq!(run(&text).verdict, Verdict::Unsat);
    }

    /// Results printed in the papers, by propagation alone.
    #[test]
    fn printed_domains() {
        // Wrap-around of a pointer check: only the upper half of the addresses is left.
        check_with(
            "var buf: u32\nassert buf + 0x80000000 < buf",
            &PROPAGATE,
            "unknown: propagation leaves\nbuf in 2147483648..4294967295\n",
        );
        // Three bits, Z = X * Y with X = 5, Y in 2..7, Z in {5, 6, 7, 0}, which is -3..0 signed.
        check_with(
            "var y: u3 in 2..7\nvar z: u3\nassert signed(z) >= -3 && signed(z) <= 0\nassert z == y * 5",
            &PROPAGATE,
            "unknown: propagation leaves\ny in 3..6\nz in 6..7\n",
        );
        // Positive operands whose sum exceeds -2 have a positive sum.
        check_with(
            "var x: i32 in 1..2147483647\nvar y: i32 in 1..2147483647\nvar z: i32\nassert z == x + y\nassert z > -2",
            &PROPAGATE,
            "unknown: propagation leaves\nx in 1..2147483646\ny in 1..2147483646\nz in 2..2147483647\n",
        );
        // Constructive disjunction.
        check_with(
            "var x: i32 in -1000..1000\nvar y: i32 in 0..1\nassert x == y || x == 5",
            &PROPAGATE,
            "unknown: propagation leaves\nx in 0..5\ny in 0..1\n",
        );
        // The program foo, at its innermost point, with operators that do not overflow.
        check_with(
            "var x: u32\nvar y: u32\n\
             assert !mul_overflows(x, y) && !mul_overflows(x, 2)\n\
             let u = x < 4 ? 10u32 : 2\nlet t = 2 * x\n\
             assert x * y <= 8\nassert u <= x\nassert !sub_overflows(t, y) && t - y <= 20",
            &PROPAGATE,
            "unknown: propagation leaves\nx in 4..11\ny in 0..2\n",
        );
    }
}
