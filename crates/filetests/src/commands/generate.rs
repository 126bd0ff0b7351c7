//! `// gen: FUNC CRITERION key=value…`: what the engine makes of a function, by counts.
//!
//! Keys: `covered`, `infeasible`, `unknown` (objectives), `feasible`, `trapped`, `cut` (paths), `tests`, `findings`.
//! `// built: FUNC CONDITION | …` compares structures, see `built`.
//! Under `path` and `kpath` with a number the walk must be complete. The texts of tests are nobody's business here.

use super::{Command, built};
use crate::file::Directive;
use crate::{Finding, TestFile, Tools, front};
use engine::describe::Describer;
use engine::{Criterion, Generated, Options};
use suite::{FunctionReport, Verdict};

pub(super) struct Gen;

impl Command for Gen {
    fn name(&self) -> &'static str {
        "gen"
    }

    fn run(&self, file: &TestFile, _tools: &Tools) -> Vec<Finding> {
        let unit = match front::lower(&file.path) {
            Ok(unit) => unit,
            Err(message) => return vec![failed(1, message)],
        };
        let mut findings = Vec::new();
        let mut n_lines = 0;
        for line in file.directives("gen") {
            n_lines += 1;
            findings.extend(judge(&unit, line).err().map(|what| failed(line.line, what)));
        }
        for line in file.directives("built") {
            findings.extend(compare(&unit, line).err().map(|what| failed(line.line, what)));
        }
        if n_lines == 0 {
            findings.push(failed(1, "no `// gen:` line"));
        }
        findings
    }
}

fn failed(line: usize, what: impl Into<String>) -> Finding {
    Finding::Failed { line, what: what.into() }
}

/// A structure that was built, with the one that is drawn.
fn compare(unit: &front::Lowered, line: Directive) -> Result<(), String> {
    let (what, drawing) = line.value.split_once('|').ok_or("no `|` before the drawing")?;
    let (name, condition) = what.split_once(' ').ok_or("no condition after the function")?;
    let (func, generated) = generate(unit, name, Criterion::Branch)?;
    built::judge(&unit.program, func, &generated, condition.trim(), drawing)
}

fn judge(unit: &front::Lowered, line: Directive) -> Result<(), String> {
    let mut words = line.value.split_whitespace();
    let (name, criterion) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let criterion =
        criterion_named(criterion).ok_or_else(|| format!("no criterion `{criterion}`"))?;
    let (_, generated) = generate(unit, name, criterion)?;
    let report = generated.report;
    for word in words {
        let (key, expected) =
            word.split_once('=').ok_or_else(|| format!("`{word}` is no key=value"))?;
        let actual = count(&report, key).ok_or_else(|| format!("no key `{key}`"))?;
        if actual.to_string() != expected {
            return Err(format!("{key} is {actual}"));
        }
    }
    match &report.paths {
        Some(paths) if !paths.complete => Err("the walk is not complete".to_owned()),
        Some(_) | None => Ok(()),
    }
}

fn generate(
    unit: &front::Lowered,
    name: &str,
    criterion: Criterion,
) -> Result<(ir::Func, Generated), String> {
    let func = unit.program.find_func(name).ok_or_else(|| format!("no function `{name}`"))?;
    let options = Options { seeds: 100, ..Options::judged(criterion) };
    let mut describer = Describer::new(&unit.program);
    let never = |_: &engine::Progress| false;
    let made =
        engine::generate(&unit.program, &unit.map, func, &mut describer, "f.c", &options, &never);
    let generated = made.map_err(|no_start| format!("{no_start:?}"))?;
    if let Some(disagreement) = generated.disagreements.first() {
        return Err(disagreement.clone());
    }
    Ok((func, generated))
}

fn criterion_named(name: &str) -> Option<Criterion> {
    match name {
        "branch" => Some(Criterion::Branch),
        "condition" => Some(Criterion::Condition),
        "decision" => Some(Criterion::Decision),
        "mcdc" => Some(Criterion::Mcdc),
        "path" => Some(Criterion::Path),
        "boundary" => Some(Criterion::Boundary),
        _ => name.strip_prefix("kpath")?.parse().ok().map(Criterion::KPath),
    }
}

fn count(report: &FunctionReport, key: &str) -> Option<u64> {
    let verdicts = report.objectives.iter().map(|objective| &objective.verdict);
    Some(match key {
        "covered" => verdicts.filter(|v| matches!(v, Verdict::Covered { .. })).count() as u64,
        "infeasible" => verdicts.filter(|v| matches!(v, Verdict::Infeasible { .. })).count() as u64,
        "unknown" => verdicts.filter(|v| matches!(v, Verdict::Unknown { .. })).count() as u64,
        "feasible" => report.paths.as_ref()?.feasible,
        "trapped" => report.paths.as_ref()?.trapped,
        "cut" => report.paths.as_ref()?.cut,
        "tests" => report.tests.len() as u64,
        "findings" => report.findings.len() as u64,
        _ => return None,
    })
}
