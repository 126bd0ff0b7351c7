//! Random functions whose surroundings are scripted, and programs that try all scripts: what both sides are, and how they are compared.
//!
//! Conditions stand on lines of their own, by which both sides name them.

use crate::Rng;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A function, as it is tested and as it is judged.
#[derive(Clone, Debug)]
pub struct Made {
    /// C text; the function is `f`.
    pub unit: String,
    /// The same for the program that tries all scripts.
    pub(crate) judged: String,
}

/// Who makes the body of such a function: what there is to say and to compare is for each kind of surroundings, choices are alike.
pub(crate) trait Body {
    fn rng(&mut self) -> &mut Rng;
    fn text(&mut self) -> &mut String;
    /// Writes a statement with so many choices inside one another at most.
    fn statement(&mut self, depth: usize);
    /// An expression of a small value.
    fn value(&mut self) -> String;

    fn choice(&mut self, depth: usize) {
        let (a, b) = (self.value(), self.value());
        let op = *self.rng().pick(&["==", "!=", "<", ">", "=="]);
        self.line(&format!("if ({a} {op} {b}) {{"));
        self.statement(depth - 1);
        if self.rng().one_in(2) {
            self.line("} else {");
            self.statement(depth - 1);
        }
        self.line("}");
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text(), "{line}").expect("writing to a string succeeds");
    }
}

/// What some script shows: a line and an outcome there.
pub type Outcomes = BTreeSet<(u32, bool)>;

/// What is true of a function.
#[derive(Clone, Debug)]
pub struct Truth {
    /// What three calls show.
    pub few: Outcomes,
    /// What only more calls show.
    pub more: Outcomes,
}

/// A text with conditions that note how they come out.
pub(crate) fn watched(text: &str) -> String {
    let mut watched = String::new();
    for (line, text) in (1..).zip(text.lines()) {
        match text.strip_prefix("if (").and_then(|rest| rest.strip_suffix(") {")) {
            Some(cond) => writeln!(watched, "if (seen({line}, {cond})) {{"),
            None => writeln!(watched, "{text}"),
        }
        .expect("writing to a string succeeds");
    }
    watched
}

/// A line of what the program prints; what only more than three calls show has a `~` before it.
pub fn truth(line: &str) -> Truth {
    let word = |word: &str| {
        let (number, sign) = word.split_at_checked(word.len().checked_sub(1)?)?;
        Some((number.parse().ok()?, sign == "+"))
    };
    let words = || line.split_whitespace();
    Truth {
        few: words().filter_map(word).collect(),
        more: words().filter_map(|it| word(it.strip_prefix('~')?)).collect(),
    }
}

/// What is said about an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// A test with so many calls shows it.
    Covered(usize),
    /// Nothing does.
    Infeasible,
    /// It is open.
    Unknown,
}

/// What is wrong about verdicts, if anything: nothing that three calls show may be missing, nothing else may be covered by three
/// calls, and nothing that any number of calls shows may be excluded.
pub fn difference(truth: &Truth, said: &[((u32, bool), Said)]) -> Option<String> {
    said.iter().find_map(|&(outcome, said)| {
        let (is_seen, is_later) = (truth.few.contains(&outcome), truth.more.contains(&outcome));
        let wrong = match said {
            Said::Covered(calls) => !is_seen && calls <= 3,
            Said::Infeasible => is_seen || is_later,
            Said::Unknown => is_seen,
        };
        let when = if is_later { "later" } else { "in three calls" };
        let (line, side) = outcome;
        wrong.then(|| {
            format!("line {line} {side}: {said:?}, but seen {when} is {}", is_seen || is_later)
        })
    })
}
