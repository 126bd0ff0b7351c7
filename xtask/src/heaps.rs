//! `cargo xtask heaps FILE [-f FUNC]… [--nodes N] [--values N] [--length N] [--runs N]`: functions over pointers against all
//! small heaps.
//!
//! Every outcome that some heap reaches on a run that returns must be covered and must not be called infeasible. Larger heaps
//! may show more, so what the search covers beyond that is no difference: the interpreter has run it.

use engine::describe::Describer;
use engine::{Criterion, Engines, Generated};
use filetests::front;
use fuzzgen::heaps::{self, Explored, Extent};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use suite::Verdict;

const USAGE: &str =
    "usage: cargo xtask heaps FILE [-f FUNC]… [--nodes N] [--values N] [--length N] [--runs N]";
/// A function is searched no longer.
const PATIENCE: Duration = Duration::from_secs(20);

struct Options {
    file: String,
    funcs: Vec<String>,
    nodes: usize,
    values: usize,
    length: u64,
    runs: u64,
}

pub(crate) fn command(args: &[String]) -> ExitCode {
    let Some(options) = parse(args) else {
        eprintln!("{USAGE}");
        return ExitCode::from(3);
    };
    let unit = match front::lower(Path::new(&options.file)) {
        Ok(unit) => unit,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(3);
        }
    };
    println!(
        "function | heaps run | outcomes they reach | covered | infeasible | unknown | missed | wrong | time"
    );
    let mut fine = true;
    for (func, data) in unit.program.funcs.iter() {
        let asked = options.funcs.is_empty() || options.funcs.contains(&data.name);
        if data.body.is_none() || data.system || data.params.is_empty() || !asked {
            continue;
        }
        fine &= judge(&unit, func, &options);
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn parse(args: &[String]) -> Option<Options> {
    let mut options = Options {
        file: args.first()?.clone(),
        funcs: Vec::new(),
        nodes: 4,
        values: 4,
        length: 4,
        runs: 2_000_000,
    };
    let mut rest = args[1..].iter();
    while let Some(option) = rest.next() {
        let value = rest.next()?;
        match option.as_str() {
            "-f" => options.funcs.push(value.clone()),
            "--nodes" => options.nodes = value.parse().ok()?,
            "--values" => options.values = value.parse().ok()?,
            "--length" => options.length = value.parse().ok()?,
            "--runs" => options.runs = value.parse().ok()?,
            _ => return None,
        }
    }
    Some(options)
}

fn judge(unit: &front::Lowered, func: ir::Func, options: &Options) -> bool {
    let program = &unit.program;
    let world = world::World::of(program, func);
    let extent = Extent {
        nodes: options.nodes,
        length: options.length,
        values: heaps::values(program, func, options.values),
        runs: options.runs,
        nullable: world.params.iter().map(|it| it.nullable).collect(),
        stepped: world.params.iter().map(|it| it.stepped).collect(),
        globals: world::input_globals(program),
        frees: world.frees,
    };
    let explored = heaps::explore(program, func, &extent);
    let started = Instant::now();
    match generate(unit, func, started) {
        Ok(generated) => {
            let seconds = started.elapsed().as_secs_f64();
            report(&program.funcs[func].name, &explored, &generated, seconds)
        }
        Err(what) => {
            println!("{}: {what}", program.funcs[func].name);
            false
        }
    }
}

fn generate(unit: &front::Lowered, func: ir::Func, started: Instant) -> Result<Generated, String> {
    let options = engine::Options {
        engines: Engines::Both,
        validate: false,
        audit: false,
        ..engine::Options::judged(Criterion::Branch)
    };
    let mut describer = Describer::new(&unit.program);
    let stop = |_: &engine::Progress| started.elapsed() > PATIENCE;
    let made =
        engine::generate(&unit.program, &unit.map, func, &mut describer, "f.c", &options, &stop);
    let made = made.map_err(|no_start| format!("{no_start:?}"))?;
    match made.disagreements.first() {
        Some(disagreement) => Err(disagreement.clone()),
        None => Ok(made),
    }
}

fn report(name: &str, explored: &Explored, generated: &Generated, seconds: f64) -> bool {
    let reached: BTreeSet<_> = explored.truth.returned.iter().flatten().collect();
    let (mut covered, mut infeasible, mut unknown) = (0, 0, 0);
    let (mut missed, mut wrong, mut n_reached) = (0, 0, 0);
    let objectives = generated.report.objectives.iter().zip(&generated.objective_events);
    for (objective, events) in objectives {
        let is_reached = events.iter().any(|event| reached.contains(event));
        n_reached += u32::from(is_reached);
        match &objective.verdict {
            Verdict::Covered { .. } => covered += 1,
            Verdict::Infeasible { .. } => {
                infeasible += 1;
                wrong += u32::from(is_reached);
            }
            Verdict::Unknown { .. } => {
                unknown += 1;
                missed += u32::from(is_reached);
            }
        }
    }
    let all = if explored.complete { "all" } else { "the first" };
    println!(
        "{name} | {all} {} | {n_reached} | {covered} | {infeasible} | {unknown} | {missed} | {wrong} | {seconds:.2} s",
        explored.runs
    );
    missed == 0 && wrong == 0
}
