//! `probant gen`: reads files, runs the pipeline, writes what came of it.

use crate::args::{Command, CriterionName, EmitName, EngineName, Gen, McdcName};
use crate::clock::{Budget, Deadline, Interrupt};
use crate::config::Project;
use crate::front::{self, Unit};
use crate::pipeline::{self, Plan, Replaying, Watch};
use crate::progress::Meter;
use crate::{BAD_INPUT, OWN_ERROR, diagnose, explain, guard, lookup, out, stubs};
use engine::objectives::Within;
use engine::{Criterion, Engines, Options, Progress};
use ir::Func;
use native::{Compiler, Runtime};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};
use suite::Suite;
use world::Preference;

/// What each function may take if the user names no budget.
pub(crate) const EACH: Duration = Duration::from_secs(10);

/// Runs the command, given also as words; the exit status.
pub fn generate(args: &Gen, words: &[String]) -> u8 {
    let interrupt = Interrupt::install();
    let budget = Budget::new(args.budget, EACH, &interrupt);
    let mut status = 0;
    for (index, file) in args.files.iter().enumerate() {
        let share = budget.share(args.files.len() - index);
        // A file that makes us panic must not cost the others theirs.
        let one = AssertUnwindSafe(|| one_file(args, words, file, &share));
        status = status.max(catch_unwind(one).unwrap_or_else(|panic| {
            let message = pipeline::message(&*panic);
            eprintln!("probant: internal error while reading {}: {message}", file.display());
            eprintln!("{}", explain::PLEASE_REPORT);
            OWN_ERROR
        }));
    }
    status
}

/// The arguments as a project file settles them, for all functions or for one.
struct Settled<'a> {
    words: &'a [String],
    project: Project,
}

impl Settled<'_> {
    fn args(&self, function: Option<&str>) -> Result<Gen, String> {
        match self.project.settle(self.words, function)?.command {
            Command::Gen(args) => Ok(args),
            _ => unreachable!("the same words should be the same command"),
        }
    }
}

fn one_file(args: &Gen, words: &[String], file: &Path, budget: &Budget) -> u8 {
    let project = Project::of(file, args.c.config.as_deref());
    let settled = project.map(|project| Settled { words, project });
    match settled.and_then(|settled| Ok((settled.args(None)?, settled))) {
        Ok((args, settled)) => one_unit(&args, &settled, file, budget),
        Err(message) => {
            eprintln!("probant: {message}");
            BAD_INPUT
        }
    }
}

fn one_unit(args: &Gen, settled: &Settled<'_>, file: &Path, budget: &Budget) -> u8 {
    let started = Instant::now();
    let (unit, compiler) = match front::read_for(file, &args.c, &args.cflags, args.overflow) {
        Ok(read) => read,
        Err(error) => {
            front::explain(&error);
            return BAD_INPUT;
        }
    };
    diagnose::print(&unit.map, &unit.warnings);
    if args.criterion == CriterionName::Kpath {
        diagnose::print(&unit.map, &unit.uncounted);
    }
    match prepare(args, settled, file, &unit, &compiler) {
        Ok((jobs, runtime)) => {
            let plan = (jobs, runtime, started.elapsed());
            search(args, file, &unit, &compiler, budget, plan)
        }
        Err(message) => {
            eprintln!("probant: {message}");
            BAD_INPUT
        }
    }
}

/// A function under test, and how to generate for it.
type Job = (Func, Options);

/// The functions under test and who replays, or what is wrong with them.
fn prepare(
    args: &Gen,
    settled: &Settled<'_>,
    file: &Path,
    unit: &Unit,
    compiler: &Compiler,
) -> Result<(Vec<Job>, Option<Runtime>), String> {
    let mut jobs = Vec::new();
    for func in functions(unit, file, &args.functions)? {
        let own = settled.args(Some(&unit.program.funcs[func].name))?;
        let pre = own.pre.as_ref().map(|pre| lookup::function(&unit.program, file, pre));
        jobs.push((func, Options { pre: pre.transpose()?, ..options(&own) }));
    }
    let preconditions: Vec<Func> = jobs.iter().filter_map(|(_, options)| options.pre).collect();
    jobs.retain(|(func, _)| !preconditions.contains(func));
    for (func, options) in &jobs {
        options.pre.map_or(Ok(()), |pre| check_precondition(unit, pre, *func))?;
    }
    if args.emit != EmitName::None {
        std::fs::create_dir_all(&args.out)
            .map_err(|error| format!("cannot make {}: {error}", args.out.display()))?;
    }
    if args.no_replay {
        return Ok((jobs, None));
    }
    match guard::guard(args.unsafe_replay) {
        Ok(guard) => {
            let runtime = Runtime::new(compiler, &guard).map_err(|error| error.to_string())?;
            Ok((jobs, Some(runtime)))
        }
        Err(why) => {
            eprintln!("probant: {why}");
            Ok((jobs, None))
        }
    }
}

/// A precondition has the parameters of the function under test and says yes or no.
fn check_precondition(unit: &Unit, pre: Func, func: Func) -> Result<(), String> {
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

fn search(
    args: &Gen,
    file: &Path,
    unit: &Unit,
    compiler: &Compiler,
    budget: &Budget,
    (jobs, runtime, front_time): (Vec<Job>, Option<Runtime>, Duration),
) -> u8 {
    let (funcs, options): (Vec<Func>, Vec<Options>) = jobs.into_iter().unzip();
    let meter = Meter::new(args.progress);
    let names: Vec<&str> =
        funcs.iter().map(|&func| unit.program.funcs[func].name.as_str()).collect();
    let total = funcs.len();
    let plan = Plan {
        funcs,
        options,
        replay: runtime.as_ref().map(|runtime| Replaying {
            runtime,
            budget: args.replay_budget.or(args.budget).unwrap_or(EACH * total as u32),
            gcov: args.gcov,
        }),
        include: absolute(file),
        watch: &|index| {
            let deadline = budget.share(total - index).deadline();
            let (name, times) = (names[index], args.timing);
            Box::new(Watcher {
                meter: &meter,
                name,
                index,
                total,
                deadline,
                times,
                seen: Cell::default(),
            })
        },
    };
    let started = Instant::now();
    let (mut suite, outcomes) = pipeline::run(unit, &file.display().to_string(), &plan);
    meter.clear();
    if args.timing {
        for function in &mut suite.functions {
            function.timing.insert(0, ("front end".to_owned(), front_time.as_secs_f64()));
            function.timing.push(("all functions".to_owned(), started.elapsed().as_secs_f64()));
        }
    }
    let explained = outcomes.iter().map(|outcome| explain::outcome(unit, file, compiler, outcome));
    let status = explained.max().unwrap_or(0);
    finish(args, compiler, &suite, status)
}

/// Watches the search in one function of a file.
struct Watcher<'a> {
    meter: &'a Meter,
    name: &'a str,
    index: usize,
    total: usize,
    deadline: Deadline,
    /// Are stages timed?
    times: bool,
    seen: Cell<Seen>,
}

/// What was told of a search.
#[derive(Default)]
struct Seen {
    latest: Option<Progress>,
    /// When each stage began.
    stages: Vec<(&'static str, Instant)>,
}

impl Watch for Watcher<'_> {
    fn stop(&self, now: &Progress) -> bool {
        let mut seen = self.seen.take();
        let is_new = seen.stages.last().is_none_or(|(stage, _)| *stage != now.stage);
        seen.stages.extend(is_new.then(|| (now.stage, Instant::now())));
        // In the midst of a walk nobody counts: what was told between two paths is newer.
        let latest = seen.latest.filter(|latest| !is_new && latest.paths > now.paths);
        let now = latest.unwrap_or(*now);
        seen.latest = Some(now);
        self.seen.set(seen);
        self.meter.tell(self.name, self.index, self.total, self.deadline.began(), &now);
        self.deadline.is_over()
    }

    fn stage_times(&self) -> Option<BTreeMap<&'static str, Duration>> {
        let seen = self.times.then(|| self.seen.take())?;
        let ends = seen.stages.iter().skip(1).map(|(_, began)| *began).chain([Instant::now()]);
        let mut times = BTreeMap::new();
        for ((stage, began), end) in seen.stages.iter().zip(ends) {
            *times.entry(*stage).or_default() += end.duration_since(*began);
        }
        Some(times)
    }
}

fn options(args: &Gen) -> Options {
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

/// The way from a folder to a file, so that both can move together.
fn relative(from: &Path, to: &Path) -> String {
    let Ok(from) = std::fs::canonicalize(from) else { return to.display().to_string() };
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to.components().skip(shared)).collect();
    way.display().to_string()
}

fn absolute(file: &Path) -> String {
    std::fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file)).display().to_string()
}

/// Writes tests and report, sums up, and gives the exit status.
fn finish(args: &Gen, compiler: &Compiler, suite: &Suite, status: u8) -> u8 {
    let mut status = status.max(report::exit_status(suite).code());
    let mut check = |written: Result<(), String>| {
        if let Err(message) = written {
            eprintln!("probant: {message}");
            status = status.max(BAD_INPUT);
        }
    };
    if args.emit == EmitName::Plain {
        check(write_tests(args, compiler, suite));
    }
    if let Some(path) = &args.json {
        check(write_json(path, suite));
    }
    let json_on_stdout = args.json.as_deref() == Some(Path::new("-"));
    if !json_on_stdout && !suite.functions.is_empty() {
        let colour = std::io::stdout().is_terminal();
        out::text(&report::terminal(suite, report::ExitStatus::from_code(status), colour));
    }
    status
}

fn write_json(path: &Path, suite: &Suite) -> Result<(), String> {
    let text = report::json(suite);
    if path == Path::new("-") {
        out::text(&text);
        return Ok(());
    }
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// One file per function that has tests.
fn write_tests(args: &Gen, compiler: &Compiler, suite: &Suite) -> Result<(), String> {
    for function in suite.functions.iter().filter(|function| !function.tests.is_empty()) {
        let name = format!("test_{}", function.under_test.name);
        let path = args.out.join(format!("{name}.c"));
        let mut words = vec![compiler.cc.clone()];
        words.extend(compiler.args.iter().cloned());
        words.extend(stubs::linker_flags(&function.under_test.replaced));
        words.extend(["-o".to_owned(), name.clone(), format!("{name}.c")]);
        let options = emit::PlainOptions { compile_command: words.join(" ") };
        let mut function = function.clone();
        function.under_test.include = relative(&args.out, Path::new(&function.under_test.include));
        let text = emit::plain(&function.types, &function, &options);
        std::fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}
