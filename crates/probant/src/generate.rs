//! `probant gen`: reads files, runs the pipeline, writes what came of it.

use crate::args::{CriterionName, EngineName, EmitName, Gen};
use crate::clock::{Deadline, Interrupt};
use crate::front::{self, Unit};
use crate::pipeline::{self, Outcome, Plan};
use crate::{BAD_INPUT, OWN_ERROR};
use engine::objectives::Within;
use engine::{Criterion, Engines, Options};
use ir::Func;
use native::{Compiler, NativeError, Runtime};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use suite::Suite;

/// Runs the command; the exit status.
pub fn generate(args: &Gen) -> u8 {
    let interrupt = Interrupt::install();
    args.files.iter().map(|file| one_file(args, file, &interrupt)).max().unwrap_or(0)
}

fn one_file(args: &Gen, file: &Path, interrupt: &Interrupt) -> u8 {
    let started = Instant::now();
    let compiler = front::compiler(&args.c, &args.cflags);
    let unit = match front::read(file, &compiler, args.overflow) {
        Ok(unit) => unit,
        Err(error) => {
            front::explain(&error);
            return BAD_INPUT;
        }
    };
    crate::diagnose::print(&unit.map, &unit.warnings);
    let funcs = match functions(&unit, file, &args.functions) {
        Ok(funcs) => funcs,
        Err(message) => {
            eprintln!("probant: {message}");
            return BAD_INPUT;
        }
    };
    let runtime = match replayer(args, &compiler) {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("probant: {error}");
            return BAD_INPUT;
        }
    };
    let front_seconds = started.elapsed().as_secs_f64();
    let plan = Plan {
        funcs,
        options: options(args),
        replay: runtime.as_ref(),
        include: absolute(file),
        stop: &|_| {
            let deadline = Deadline::new(args.budget, interrupt);
            Box::new(move || deadline.is_over())
        },
        progress: &|func| progress(&unit, func),
    };
    let started = Instant::now();
    match pipeline::run(&unit, &file.display().to_string(), &plan) {
        Ok((mut suite, outcomes)) => {
            if args.timing {
                let seconds = started.elapsed().as_secs_f64();
                for function in &mut suite.functions {
                    function.timing.insert(0, ("front end".to_owned(), front_seconds));
                    function.timing.push(("all functions".to_owned(), seconds));
                }
            }
            finish(args, &unit, &suite, &outcomes)
        }
        Err(error) => {
            eprintln!("probant: {error}");
            OWN_ERROR
        }
    }
}

/// Who replays the tests, unless nobody is to.
fn replayer(args: &Gen, compiler: &Compiler) -> Result<Option<Runtime>, NativeError> {
    if args.no_replay { Ok(None) } else { Runtime::new(compiler).map(Some) }
}

fn options(args: &Gen) -> Options {
    Options {
        criterion: match args.criterion {
            CriterionName::Branch => Criterion::Branch,
            CriterionName::Condition => Criterion::Condition,
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
        validate: false,
        audit: false,
    }
}

/// The functions under test: those named, or all that the file itself defines.
fn functions(unit: &Unit, file: &Path, names: &[String]) -> Result<Vec<Func>, String> {
    let program = &unit.program;
    if names.is_empty() {
        let own = |func: &Func| program.funcs[*func].body.is_some() && !program.funcs[*func].system;
        let funcs: Vec<Func> = program.funcs.keys().filter(own).collect();
        return if funcs.is_empty() {
            Err(format!("{} defines no function: name a file with a function body", file.display()))
        } else {
            Ok(funcs)
        };
    }
    names.iter().map(|name| function(unit, file, name)).collect()
}

fn function(unit: &Unit, file: &Path, name: &str) -> Result<Func, String> {
    let program = &unit.program;
    let with_body = |func: &Func| program.funcs[*func].body.is_some();
    match program.find_func(name) {
        Some(func) if with_body(&func) => Ok(func),
        Some(_) => Err(format!("`{name}` is declared in {} but has no body there", file.display())),
        None => {
            let known: Vec<&str> = program
                .funcs
                .keys()
                .filter(|func| with_body(func) && !program.funcs[*func].system)
                .map(|func| program.funcs[func].name.as_str())
                .collect();
            Err(format!("{} has no function `{name}`; it defines {}", file.display(), list(&known)))
        }
    }
}

fn list(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        _ => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    }
}

fn absolute(file: &Path) -> String {
    std::fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file)).display().to_string()
}

fn progress(unit: &Unit, func: Func) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{} …", unit.program.funcs[func].name);
    }
}

/// Writes tests and report, says what is worth saying, and gives the exit status.
fn finish(args: &Gen, unit: &Unit, suite: &Suite, outcomes: &[Outcome]) -> u8 {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    let mut status = report::exit_status(suite).code();
    for outcome in outcomes {
        status = status.max(explain(unit, outcome));
    }
    if args.emit == EmitName::Plain
        && let Err(message) = write_tests(args, suite)
    {
        eprintln!("probant: {message}");
        status = status.max(BAD_INPUT);
    }
    let to_stdout = args.json.as_deref() == Some(Path::new("-"));
    if !to_stdout && !suite.functions.is_empty() {
        print!("{}", report::terminal(suite, std::io::stdout().is_terminal()));
    }
    if let Some(path) = &args.json
        && let Err(error) = write_json(path, suite)
    {
        eprintln!("probant: cannot write {}: {error}", path.display());
        status = status.max(BAD_INPUT);
    }
    status
}

fn explain(unit: &Unit, outcome: &Outcome) -> u8 {
    let name = |func: Func| &unit.program.funcs[func].name;
    match outcome {
        Outcome::Done => 0,
        Outcome::Unsatisfiable(func, clauses) => {
            eprintln!(
                "probant: no input satisfies the precondition of `{}`; these clauses contradict each other:",
                name(*func)
            );
            for clause in clauses {
                eprintln!("    requires {clause};");
            }
            BAD_INPUT
        }
        Outcome::Undecided(func) => {
            eprintln!(
                "probant: whether any input satisfies the precondition of `{}` was not decided",
                name(*func)
            );
            report::ExitStatus::Unknown.code()
        }
        Outcome::Disagreement(message) => {
            eprintln!("probant: internal error: {message}");
            OWN_ERROR
        }
    }
}

fn write_json(path: &Path, suite: &Suite) -> std::io::Result<()> {
    let text = report::json(suite);
    if path == Path::new("-") {
        return std::io::stdout().write_all(text.as_bytes());
    }
    std::fs::write(path, text)
}

/// One file per function that has tests.
fn write_tests(args: &Gen, suite: &Suite) -> Result<(), String> {
    for function in suite.functions.iter().filter(|function| !function.tests.is_empty()) {
        std::fs::create_dir_all(&args.out)
            .map_err(|error| format!("cannot make {}: {error}", args.out.display()))?;
        let name = format!("test_{}", function.under_test.name);
        let path = args.out.join(format!("{name}.c"));
        let mut words = vec![args.c.cc.clone()];
        words.extend(args.c.to_compiler(&args.cflags));
        words.extend(["-o".to_owned(), name.clone(), format!("{name}.c")]);
        let options = emit::PlainOptions { compile_command: words.join(" ") };
        let text = emit::plain(&suite.types, function, &options);
        std::fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}
