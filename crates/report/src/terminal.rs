//! The summary people read: what is covered, what is not and why, what was found.

use std::collections::BTreeSet;
use std::fmt::Write;

use suite::{
    Bounds, Duty, Ends, Finding, Formula, FunctionReport, Meter, Objective, Outcome, PathMethod,
    Premise, Replay, Scope, Stage, Status, Suite, Test, Verdict,
};

use crate::ExitStatus;
use crate::findings::{Cause, causes, folded, place as place_of};

/// The summary of a suite and of the status that the run ends with, with ANSI colours if `colour`.
pub fn terminal(suite: &Suite, status: ExitStatus, colour: bool) -> String {
    let mut text = String::new();
    for function in &suite.functions {
        text.push_str(&function_text(&suite.file, function, colour));
    }
    text.push_str(&status_line(status));
    text
}

/// What is said of one function, with an empty line at the end.
pub fn function_text(file: &str, function: &FunctionReport, colour: bool) -> String {
    let mut text = String::new();
    function_summary(&mut text, file, function, &Paint { colour });
    text.push('\n');
    text
}

/// The last line.
pub fn status_line(status: ExitStatus) -> String {
    format!("exit status {}: {}\n", status.code(), status.meaning())
}

/// Premises of an exclusion that a line names.
const SHOWN_PREMISES: usize = 3;

const TO_STRING: &str = "writing to a string succeeds";

fn function_summary(text: &mut String, file: &str, function: &FunctionReport, paint: &Paint) {
    let status = match function.status {
        Status::Complete => paint.good("complete"),
        Status::Partial => paint.open("partial"),
    };
    let name = paint.bold(&function.under_test.name);
    writeln!(text, "{file}: {name}, criterion {}: {status}", function.criterion).expect(TO_STRING);
    for (label, line) in [
        ("objectives", objectives_line(function, paint)),
        ("tests", tests_line(function, paint)),
        ("measured", coverage_line(function)),
        ("paths", paths_line(function)),
        ("work", counters(&function.stats)),
        ("seconds", seconds(&function.timing)),
    ] {
        if !line.is_empty() {
            writeln!(text, "  {label:<11} {line}").expect(TO_STRING);
        }
    }
    for stage in function.stages.iter().filter(|stage| did_something(stage)) {
        writeln!(text, "  {:<11}         {}", "stage", stage_line(stage)).expect(TO_STRING);
    }
    for limit in &function.limits_hit {
        writeln!(text, "  {:<11}         {limit}", "limit").expect(TO_STRING);
    }
    for note in &function.notes {
        writeln!(text, "  {:<11} {note}", "note").expect(TO_STRING);
    }
    formulas(text, function);
    uncovered(text, function, paint);
    disagreements(text, function, paint);
    findings(text, &function.findings, paint);
    duties(text, &function.duties);
}

/// Paths that are shown; the others are in the JSON report.
const MOST_PATHS: usize = 40;
/// Columns for when a path is taken, before what it does.
const WIDEST_PREDICATE: usize = 60;

/// When each path is taken and what it computes.
fn formulas(text: &mut String, function: &FunctionReport) {
    let mut last: Option<&Formula> = None;
    let mut lines = Vec::new();
    for test in &function.tests {
        // Several tests of a path follow each other.
        let Some(formula) = test.formula.as_ref().filter(|&it| last != Some(it)) else { continue };
        last = Some(formula);
        let when = formula.predicate.as_deref().unwrap_or("(not to be said in C)");
        let returns = formula.returns.iter().map(|value| format!("return: {value}"));
        let writes = formula.writes.iter().map(|(place, value)| format!("{place} = {value}"));
        lines.push((&test.id, when, returns.chain(writes).collect::<Vec<_>>().join("; ")));
    }
    if lines.is_empty() {
        return;
    }
    text.push_str("  paths in C\n");
    let width = |(_, when, _): &(&String, &str, String)| when.chars().count();
    let widest = lines.iter().map(width).max().unwrap_or(0).min(WIDEST_PREDICATE);
    for (id, when, does) in lines.iter().take(MOST_PATHS) {
        writeln!(text, "{}", format!("    {id:<4} {when:<widest$}  {does}").trim_end())
            .expect(TO_STRING);
    }
    if lines.len() > MOST_PATHS {
        let more = lines.len() - MOST_PATHS;
        writeln!(text, "    and {more} more, which the JSON report has").expect(TO_STRING);
    }
}

fn objectives_line(function: &FunctionReport, paint: &Paint) -> String {
    let count = |is_such: fn(&Verdict) -> bool| {
        function.objectives.iter().filter(|objective| is_such(&objective.verdict)).count()
    };
    let covered = count(|verdict| matches!(verdict, Verdict::Covered { .. }));
    let infeasible = count(|verdict| matches!(verdict, Verdict::Infeasible { .. }));
    let unknown = count(|verdict| matches!(verdict, Verdict::Unknown { .. }));
    let mut parts = vec![paint.good(&format!("{covered} covered"))];
    if infeasible > 0 {
        parts.push(format!("{infeasible} infeasible"));
    }
    if unknown > 0 {
        parts.push(paint.open(&format!("{unknown} unknown")));
    }
    format!("{:>5}   {}", function.objectives.len(), parts.join(", "))
}

fn tests_line(function: &FunctionReport, paint: &Paint) -> String {
    let count =
        |is_such: fn(&Test) -> bool| function.tests.iter().filter(|test| is_such(test)).count();
    let agree = count(|test| test.replayed == Replay::Agrees);
    let disagree = count(|test| matches!(test.replayed, Replay::Disagrees(_)));
    let not_run = count(|test| test.replayed == Replay::NotRun);
    let trapping = count(|test| test.ends != Ends::Return);
    let mut parts = Vec::new();
    if agree > 0 {
        parts.push(paint.good(&format!("{agree} replayed")));
    }
    if disagree > 0 {
        parts.push(paint.bad(&format!("{disagree} disagree in replay")));
    }
    if not_run > 0 {
        parts.push(format!("{not_run} not replayed"));
    }
    if trapping > 0 {
        parts.push(format!("{trapping} do not return"));
    }
    format!("{:>5}   {}", function.tests.len(), parts.join(", ")).trim_end().to_string()
}

fn coverage_line(function: &FunctionReport) -> String {
    let Some(coverage) = &function.coverage else { return String::new() };
    let meter = match coverage.measured_by {
        Meter::Probes => "probes in the compiled code",
        Meter::Interpreter => "the interpreter",
    };
    let (taken, total) = coverage.branches;
    let mut line = format!("{:>5}   branch outcomes by {meter}", format!("{taken}/{total}"));
    if let Some((taken, total)) = coverage.gcov {
        write!(line, ", {taken}/{total} by gcov").expect(TO_STRING);
    }
    if coverage.measured_by == Meter::Probes && !function.interpreted.is_empty() {
        let seen = function.interpreted.join(" ");
        write!(line, "; by the interpreter only: {seen}").expect(TO_STRING);
    }
    line
}

fn paths_line(function: &FunctionReport) -> String {
    let Some(paths) = &function.paths else { return String::new() };
    let mut line = format!("{:>5}   feasible", paths.feasible);
    for (count, what) in [
        (paths.trapped, "trapped"),
        (paths.cut, "cut"),
        (paths.infeasible_prefixes, "infeasible prefixes"),
    ] {
        if count > 0 {
            write!(line, ", {count} {what}").expect(TO_STRING);
        }
    }
    line.push_str(if paths.complete { ", complete" } else { ", incomplete" });
    if let PathMethod::Exhaustion(inputs) = paths.method {
        write!(line, ": all {inputs} admissible inputs were run").expect(TO_STRING);
    }
    line
}

fn counters(stats: &[(String, u64)]) -> String {
    let parts = stats.iter().map(|(name, count)| format!("{} {count}", name.replace('_', " ")));
    let line = parts.collect::<Vec<_>>().join(", ");
    if line.is_empty() { line } else { format!("        {line}") }
}

fn did_something(stage: &Stage) -> bool {
    stage.questions + stage.steps + stage.covered + stage.excluded > 0 || stage.seconds >= 0.001
}

fn stage_line(stage: &Stage) -> String {
    let Stage { name, questions, steps, covered, excluded, seconds } = stage;
    format!(
        "{name}: {covered} covered, {excluded} excluded, {questions} questions, {steps} steps, {seconds:.3} s"
    )
}

fn seconds(timing: &[(String, f64)]) -> String {
    let parts = timing.iter().map(|(name, seconds)| format!("{name} {seconds:.3}"));
    let line = parts.collect::<Vec<_>>().join(", ");
    if line.is_empty() { line } else { format!("        {line}") }
}

/// Lists longer than this are cut: the machine report has them whole.
const MAX_LISTED: usize = 40;

/// The objectives that no test covers, aligned, each with its reason.
fn uncovered(text: &mut String, function: &FunctionReport, paint: &Paint) {
    let rows: Vec<[String; 4]> = (function.objectives.iter())
        .filter_map(|objective| Some((objective, reason(&objective.verdict, paint)?)))
        .map(|(objective, reason)| {
            [place(objective), shortened(&objective.text), outcome(&objective.outcome), reason]
        })
        .collect();
    if rows.is_empty() {
        return;
    }
    writeln!(text, "  not covered").expect(TO_STRING);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for [place, source, outcome, reason] in rows.iter().take(MAX_LISTED) {
        let [a, b, c] = widths;
        writeln!(text, "    {place:<a$}  {source:<b$}  {outcome:<c$}  {reason}").expect(TO_STRING);
    }
    if rows.len() > MAX_LISTED {
        writeln!(text, "    and {} more", rows.len() - MAX_LISTED).expect(TO_STRING);
    }
}

fn place(objective: &Objective) -> String {
    match &objective.file {
        None => format!("{}:{}", objective.line, objective.col),
        Some(file) => format!("{file}:{}:{}", objective.line, objective.col),
    }
}

fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Truth(truth) => truth.to_string(),
        Outcome::Named(name) => name.clone(),
        Outcome::Reached => "reached".into(),
    }
}

/// What follows the first premise of an exclusion, and what would make them all the user's. The JSON report has every one.
fn premises(all: &[Premise]) -> String {
    let mut text = String::new();
    for premise in all.iter().take(SHOWN_PREMISES).skip(1) {
        write!(text, " and {}", premise.sentence).expect(TO_STRING);
    }
    if all.len() > SHOWN_PREMISES {
        write!(text, " and {} more", all.len() - SHOWN_PREMISES).expect(TO_STRING);
    }
    let asks: BTreeSet<&str> = all.iter().map(|it| it.ask.as_str()).collect();
    let asks: Vec<&str> = asks.into_iter().filter(|ask| !ask.is_empty()).collect();
    if !asks.is_empty() {
        write!(text, " (yours by `{}`)", asks.join("`, `")).expect(TO_STRING);
    }
    text
}

/// Why an objective is not covered; `None` if it is.
fn reason(verdict: &Verdict, paint: &Paint) -> Option<String> {
    match verdict {
        Verdict::Covered { .. } => None,
        Verdict::Infeasible { scope, assumes, proof, because } => {
            let mut line = "infeasible".to_string();
            if let Scope::Bounded(bounds) = scope {
                write!(line, " within {}", self::bounds(bounds)).expect(TO_STRING);
            }
            if !proof.is_empty() {
                write!(line, ", by {proof}").expect(TO_STRING);
            }
            if !assumes.is_empty() {
                write!(line, ", assuming {}", assumes.join(" and ")).expect(TO_STRING);
            }
            if !because.is_empty() {
                write!(line, ", because {}", because.join(" and ")).expect(TO_STRING);
            }
            Some(line)
        }
        Verdict::Unknown { reason, excluded_within, excluded_while } => {
            let mut line = format!("{}: {reason}", paint.open("unknown"));
            line.push_str(&premises(excluded_while));
            if !excluded_within.is_empty() {
                write!(line, ", excluded within {}", bounds(excluded_within)).expect(TO_STRING);
            }
            Some(line)
        }
    }
}

fn bounds(bounds: &Bounds) -> String {
    bounds.iter().map(|(name, bound)| format!("{name} <= {bound}")).collect::<Vec<_>>().join(", ")
}

/// Source text on one line and not too long.
fn shortened(source: &str) -> String {
    const WIDTH: usize = 40;
    let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= WIDTH {
        return line;
    }
    line.chars().take(WIDTH - 3).chain("...".chars()).collect()
}

fn disagreements(text: &mut String, function: &FunctionReport, paint: &Paint) {
    for test in &function.tests {
        if let Replay::Disagrees(difference) = &test.replayed {
            let word = paint.bad("replay disagrees");
            writeln!(text, "  {word} in {}: {difference}", test.id).expect(TO_STRING);
        }
    }
}

fn findings(text: &mut String, findings: &[Finding], paint: &Paint) {
    if findings.is_empty() {
        return;
    }
    writeln!(text, "  findings").expect(TO_STRING);
    for Cause { first, others } in causes(findings) {
        let (kind, shown) = (paint.bad(&first.kind), shown_by(first));
        writeln!(text, "    line {}: {kind}: {}{shown}", first.line, first.message)
            .expect(TO_STRING);
        for other in others {
            let shown = shown_by(other);
            writeln!(text, "      so line {}: `{}`{shown}", other.line, place_of(other))
                .expect(TO_STRING);
        }
    }
    if findings.iter().any(|finding| finding.test.is_none()) {
        writeln!(text, "    (--reproduce keeps a test for each)").expect(TO_STRING);
    }
}

fn shown_by(finding: &Finding) -> String {
    finding.test.as_ref().map(|test| format!(" (shown by {test})")).unwrap_or_default()
}

/// What callers have to see to.
fn duties(text: &mut String, duties: &[Duty]) {
    if let Some(line) = folded(duties) {
        writeln!(text, "  callers see to it: {line}").expect(TO_STRING);
    }
}

/// Colours, or their absence.
struct Paint {
    colour: bool,
}

impl Paint {
    fn good(&self, text: &str) -> String {
        self.wrap("32", text)
    }

    fn open(&self, text: &str) -> String {
        self.wrap("33", text)
    }

    fn bad(&self, text: &str) -> String {
        self.wrap("31", text)
    }

    fn bold(&self, text: &str) -> String {
        self.wrap("1", text)
    }

    fn wrap(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}
