//! What became of functions, and the sums of that.

use super::subject::Subject;
use serde_json::Value;
use std::collections::BTreeMap;

/// Words of reasons that a call is behind.
const CALLS: [&str; 10] = [
    // A `va_list`, as a rule.
    "an input of a type",
    "function pointer",
    "has no body",
    "variable arguments",
    "va_list",
    "call of",
    "by a format",
    "defined elsewhere",
    "stub",
    "callback",
];

/// What a note about a test says that compiled code contradicts.
const CONTRADICTED: &str = "compiled code does otherwise";

/// What became of one function.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) status: Option<i32>,
    covered: u64,
    infeasible: u64,
    /// Why each open objective is open.
    open: Vec<String>,
    /// Every objective: the place of its outcome, and its verdict or reason.
    places: Vec<(String, Verdict)>,
    tests: u64,
    /// Tests that do not return.
    ending: u64,
    findings: u64,
    pub(super) disagreements: Vec<String>,
    pub(super) warnings: Vec<String>,
    pub(super) failures: Vec<String>,
    /// Why there is no report, or what was said of a mistake of ours.
    pub(super) failure: Option<String>,
}

/// What is known of an outcome, from the least to the most.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Unknown(String),
    Infeasible,
    Covered,
}

impl Outcome {
    /// The counts of a report, for the objectives inside one function, or all if there is no caller of our own.
    pub(super) fn of(report: &Value, subject: &Subject) -> Self {
        let mut outcome = Self::default();
        let list = |name: &str| report[name].as_array().cloned().unwrap_or_default();
        let counts = |objective: &&Value| {
            subject.caller.is_none() || objective["in"] == subject.function.as_str()
        };
        for objective in list("objectives").iter().filter(counts) {
            outcome.count(objective, subject);
        }
        let tests = list("tests");
        outcome.tests = tests.len() as u64;
        outcome.ending = tests.iter().filter(|test| test["ends"] != "return").count() as u64;
        outcome.findings = list("findings").len() as u64;
        let differences = tests.iter().filter_map(|test| test["disagreement"].as_str());
        // A test that compiled code contradicts is left out, and a note says so.
        let notes = list("notes");
        let notes = notes.iter().filter_map(Value::as_str).filter(|it| it.contains(CONTRADICTED));
        outcome.disagreements = differences.chain(notes).map(str::to_owned).collect();
        outcome.failure = report["failed"].as_str().map(str::to_owned);
        outcome
    }

    fn count(&mut self, objective: &Value, subject: &Subject) {
        let verdict = match objective["verdict"].as_str() {
            Some("covered") => Verdict::Covered,
            Some("infeasible") => Verdict::Infeasible,
            _ => Verdict::Unknown(reason(objective)),
        };
        match &verdict {
            Verdict::Covered => self.covered += 1,
            Verdict::Infeasible => self.infeasible += 1,
            Verdict::Unknown(reason) => self.open.push(reason.clone()),
        }
        let file = objective["file"].as_str().unwrap_or(&subject.file);
        let (line, col, what) = (&objective["line"], &objective["col"], &objective["outcome"]);
        let text = &objective["text"];
        self.places
            .push((format!("{} {file}:{line}:{col} {text} {what}", subject.project), verdict));
    }

    pub(super) fn is_well(&self) -> bool {
        self.failure.is_none()
            && self.disagreements.is_empty()
            && self.failures.is_empty()
            && self.warnings.is_empty()
            && self.status.is_some_and(|status| status < 3)
    }

    pub(super) fn print_row(&self, subject: &Subject) {
        let unknown = self.open.len() as u64;
        let status = self.status.map_or("-".to_owned(), |status| status.to_string());
        println!(
            "| {} ({} {}) | {} | {} | {} | {unknown} | {} | {} | {} | {status} |",
            subject.function,
            subject.project,
            subject.file,
            self.covered + self.infeasible + unknown,
            self.covered,
            self.infeasible,
            self.tests,
            self.ending,
            self.findings,
        );
        for line in self.complaints() {
            println!("  {}: {line}", subject.function);
        }
    }

    fn complaints(&self) -> Vec<String> {
        let named = |what: &str, lines: &[String]| {
            lines.iter().map(|line| format!("{what}: {line}")).collect::<Vec<_>>()
        };
        let mut all: Vec<String> = self.failure.iter().cloned().collect();
        all.extend(named("replay disagrees", &self.disagreements));
        all.extend(named("the test file fails", &self.failures));
        all.extend(named("a warning", &self.warnings));
        all
    }
}

/// Why an objective is open, without names and numbers, so that reasons can be counted.
fn reason(objective: &Value) -> String {
    let text = objective["reason"].as_str().unwrap_or("no reason");
    let words = text.split_whitespace().map(|word| {
        let quoted = word.starts_with('`');
        if quoted || word.chars().any(|letter| letter.is_ascii_digit()) { "…" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}

pub(super) fn print_head() {
    println!(
        "| function | objectives | covered | infeasible | unknown | tests | not returning | findings | status |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
}

pub(super) fn print_summary(outcomes: &[(Subject, Outcome)]) {
    let sum = |count: fn(&Outcome) -> u64| outcomes.iter().map(|(_, one)| count(one)).sum::<u64>();
    let (covered, infeasible) = (sum(|one| one.covered), sum(|one| one.infeasible));
    let all = covered + infeasible + sum(|one| one.open.len() as u64);
    let decided = share(covered + infeasible, all);
    println!(
        "\n{} functions, {all} outcomes: {covered} covered, {infeasible} infeasible, {decided:.1} % decided",
        outcomes.len()
    );
    println!(
        "{} tests, {} do not return; {} findings; {} test files fail, {} have new warnings, {} replays disagree",
        sum(|one| one.tests),
        sum(|one| one.ending),
        sum(|one| one.findings),
        sum(|one| u64::from(!one.failures.is_empty())),
        sum(|one| u64::from(!one.warnings.is_empty())),
        sum(|one| u64::from(!one.disagreements.is_empty())),
    );
    print_statuses(outcomes);
    print_reasons("outcomes", outcomes.iter().flat_map(|(_, one)| &one.open));
    print_places(outcomes);
}

fn print_statuses(outcomes: &[(Subject, Outcome)]) {
    let mut statuses: BTreeMap<String, u64> = BTreeMap::new();
    for (_, outcome) in outcomes {
        let status =
            outcome.status.map_or("no end".to_owned(), |status| format!("status {status}"));
        *statuses.entry(status).or_default() += 1;
    }
    let statuses: Vec<String> = statuses.iter().map(|(name, n)| format!("{name}: {n}")).collect();
    println!("{}", statuses.join(", "));
}

/// The same, each place in a file counted once with the best that any function showed of it.
fn print_places(outcomes: &[(Subject, Outcome)]) {
    let mut places: BTreeMap<&str, &Verdict> = BTreeMap::new();
    for (place, verdict) in outcomes.iter().flat_map(|(_, one)| &one.places) {
        let known = places.entry(place).or_insert(verdict);
        *known = verdict.max(*known);
    }
    let count = |what: &Verdict| places.values().filter(|&&verdict| verdict == what).count();
    let (covered, infeasible) = (count(&Verdict::Covered), count(&Verdict::Infeasible));
    println!("\n{} places: {covered} covered, {infeasible} infeasible", places.len());
    let open: Vec<&String> = places
        .values()
        .filter_map(|verdict| match verdict {
            Verdict::Unknown(reason) => Some(reason),
            Verdict::Infeasible | Verdict::Covered => None,
        })
        .collect();
    let calls = open.iter().filter(|reason| CALLS.iter().any(|word| reason.contains(word)));
    let (n, all) = (calls.count() as u64, places.len() as u64);
    print_reasons("places", open.iter().copied());
    println!("{n} of {all} places unknown because of calls: {:.2} %", share(n, all));
    print_projects(&places);
}

/// The places of each project.
fn print_projects(places: &BTreeMap<&str, &Verdict>) {
    let mut projects: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    for (place, verdict) in places {
        let project = place.split(' ').next().expect("a place begins with its project");
        let column = match verdict {
            Verdict::Covered => 0,
            Verdict::Infeasible => 1,
            Verdict::Unknown(_) => 2,
        };
        projects.entry(project).or_default()[column] += 1;
    }
    println!(
        "\n| project | places | covered | infeasible | unknown | decided |\n|---|--:|--:|--:|--:|--:|"
    );
    for (project, [covered, infeasible, unknown]) in projects {
        let all = covered + infeasible + unknown;
        let decided = share(covered + infeasible, all);
        println!("| {project} | {all} | {covered} | {infeasible} | {unknown} | {decided:.1} % |");
    }
}

fn print_reasons<'a>(what: &str, reasons: impl Iterator<Item = &'a String>) {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for reason in reasons {
        *counts.entry(reason).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(reason, n)| (std::cmp::Reverse(n), reason));
    for (reason, n) in counts {
        println!("{n:>6} {what} unknown: {reason}");
    }
}

fn share(part: u64, all: u64) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}
