//! `probant gen`: reads files, runs the pipeline, writes what came of it.

use crate::args::{CriterionName, EmitName, EngineName, Gen, McdcName};
use crate::clock::{Budget, Deadline, Interrupt};
use crate::front::{self, Unit};
use crate::pipeline::{self, Plan, Watch};
use crate::progress::Meter;
use crate::{BAD_INPUT, OWN_ERROR, diagnose, explain, lookup};
use engine::objectives::Within;
use engine::{Criterion, Engines, Options, Progress};
use ir::Func;
use native::{Compiler, Runtime};
use std::io::{IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};
use suite::Suite;

/// What each function may take if the user names no budget.
pub(crate) const EACH: Duration = Duration::from_secs(10);

/// Runs the command; the exit status.
pub fn generate(args: &Gen) -> u8 {
    let interrupt = Interrupt::install();
    let budget = Budget::new(args.budget, EACH, &interrupt);
    let mut status = 0;
    for (index, file) in args.files.iter().enumerate() {
        let share = budget.share(args.files.len() - index);
        // A file that makes us panic must not cost the others theirs.
        let one = AssertUnwindSafe(|| one_file(args, file, &share));
        status = status.max(catch_unwind(one).unwrap_or_else(|panic| {
            let message = pipeline::message(&*panic);
            eprintln!("probant: internal error while reading {}: {message}", file.display());
            eprintln!("{}", explain::PLEASE_REPORT);
            OWN_ERROR
        }));
    }
    status
}

fn one_file(args: &Gen, file: &Path, budget: &Budget) -> u8 {
    let started = Instant::now();
    let read = front::compiler(file, &args.c, &args.cflags).and_then(|compiler| {
        let compiler = front::meaning(compiler, args.overflow);
        Ok((front::read(file, &compiler, args.overflow)?, compiler))
    });
    let (unit, compiler) = match read {
        Ok(read) => read,
        Err(error) => {
            front::explain(&error);
            return BAD_INPUT;
        }
    };
    diagnose::print(&unit.map, &unit.warnings);
    match prepare(args, file, &unit, &compiler) {
        Ok((funcs, runtime)) => {
            let plan = (funcs, runtime, started.elapsed());
            search(args, file, &unit, &compiler, budget, plan)
        }
        Err(message) => {
            eprintln!("probant: {message}");
            BAD_INPUT
        }
    }
}

/// The functions under test and who replays, or what is wrong with them.
fn prepare(
    args: &Gen,
    file: &Path,
    unit: &Unit,
    compiler: &Compiler,
) -> Result<(Vec<Func>, Option<Runtime>), String> {
    let mut funcs = functions(unit, file, &args.functions)?;
    if let Some(pre) = &args.pre {
        let pre = lookup::function(&unit.program, file, pre)?;
        funcs.retain(|&func| func != pre);
        check_precondition(unit, pre, &funcs)?;
    }
    if args.emit != EmitName::None {
        std::fs::create_dir_all(&args.out)
            .map_err(|error| format!("cannot make {}: {error}", args.out.display()))?;
    }
    if args.no_replay {
        return Ok((funcs, None));
    }
    let runtime = Runtime::new(compiler).map_err(|error| error.to_string())?;
    Ok((funcs, Some(runtime)))
}

/// A precondition has the parameters of the function under test and says yes or no.
fn check_precondition(unit: &Unit, pre: Func, funcs: &[Func]) -> Result<(), String> {
    let program = &unit.program;
    let name = &program.funcs[pre].name;
    if !matches!(program.funcs[pre].sig.ret, Some(ir::Type::Int(_))) {
        return Err(format!("`{name}` is no precondition: it should return an integer"));
    }
    let same = |func: &&Func| program.funcs[**func].sig.params == program.funcs[pre].sig.params;
    match funcs.iter().find(|func| !same(func)) {
        Some(&other) => Err(format!(
            "`{name}` and `{}` have different parameters: name the function under test with -f",
            program.funcs[other].name
        )),
        None => Ok(()),
    }
}

/// The precondition function, which was looked up before.
fn precondition(args: &Gen, unit: &Unit) -> Option<Func> {
    args.pre.as_ref().and_then(|name| unit.program.find_func(name))
}

fn search(
    args: &Gen,
    file: &Path,
    unit: &Unit,
    compiler: &Compiler,
    budget: &Budget,
    (funcs, runtime, front_time): (Vec<Func>, Option<Runtime>, Duration),
) -> u8 {
    let meter = Meter::new(args.progress);
    let names: Vec<&str> =
        funcs.iter().map(|&func| unit.program.funcs[func].name.as_str()).collect();
    let total = funcs.len();
    let plan = Plan {
        funcs,
        options: Options { pre: precondition(args, unit), ..options(args) },
        replay: runtime.as_ref(),
        include: absolute(file),
        watch: &|index| {
            let deadline = budget.share(total - index).deadline();
            Box::new(Watcher { meter: &meter, name: names[index], index, total, deadline })
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
}

impl Watch for Watcher<'_> {
    fn stop(&self, now: &Progress) -> bool {
        self.meter.tell(self.name, self.index, self.total, self.deadline.began(), now);
        self.deadline.is_over()
    }

    fn is_late(&self) -> bool {
        self.deadline.is_long_over()
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
        pre: None,
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
        print(&report::terminal(suite, report::ExitStatus::from_code(status), colour));
    }
    status
}

/// A reader that went away (`| head`) is no error of ours.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn write_json(path: &Path, suite: &Suite) -> Result<(), String> {
    let text = report::json(suite);
    if path == Path::new("-") {
        print(&text);
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
        words.extend(["-o".to_owned(), name.clone(), format!("{name}.c")]);
        let options = emit::PlainOptions { compile_command: words.join(" ") };
        let mut function = function.clone();
        function.under_test.include = relative(&args.out, Path::new(&function.under_test.include));
        let text = emit::plain(&suite.types, &function, &options);
        std::fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}
