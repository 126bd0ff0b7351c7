//! `cargo xtask speed FILE`: how fast each stage of the front end reads a file, in megabytes of preprocessed text a second.
//!
//! Time is processor time of this thread, so that a busy machine does not matter. The best of several runs counts: everything
//! else is noise of the machine. `cargo xtask speed goals` measures the engines instead.

pub(crate) mod goals;

use crate::meter::best;
use native::Compiler;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "usage: cargo xtask speed FILE [-- CFLAGS...]
       cargo xtask speed goals";
const RUNS: usize = 5;

pub(crate) fn command(args: &[String]) -> ExitCode {
    let split = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let flags = args.get(split + 1..).unwrap_or(&[]);
    let [file] = &args[..split] else {
        eprintln!("{USAGE}");
        return ExitCode::from(3);
    };
    if file == "goals" {
        return goals::command();
    }
    match measure(Path::new(file), flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

fn measure(file: &Path, flags: &[String]) -> Result<(), String> {
    let compiler = Compiler::new("cc", flags.to_vec());
    let text = compiler.preprocess(file).map_err(|error| error.to_string())?;
    println!("as the binary reads it, comments and definitions kept:");
    stages(&text, true)?;
    println!("without comments and definitions (cc -E -P):");
    let output = std::process::Command::new("cc").args(["-E", "-P"]).args(flags).arg(file).output();
    let output = output.map_err(|error| error.to_string())?;
    stages(&String::from_utf8_lossy(&output.stdout), false)
}

/// Reads a text through every stage and prints a line for each.
fn stages(text: &str, with_files: bool) -> Result<(), String> {
    let original = |name: &str| with_files.then(|| std::fs::read_to_string(name).ok()).flatten();
    let target = cfront::target::Target::LP64;
    let show = |stage: &str, time: Duration| {
        let rate = text.len() as f64 / 1e6 / time.as_secs_f64();
        println!("  {stage:<12} {:7.1} ms  {rate:6.1} MB/s", time.as_secs_f64() * 1e3);
    };
    println!("  {:<12} {:7.2} MB", "text", text.len() as f64 / 1e6);
    let (read, unit) = best(RUNS, || cfront::pp::read(text.to_owned(), &original))?;
    show("read", read);
    let (lex, _) =
        best(RUNS, || cfront::lex::lex(&unit.map, &mut cfront::lex::token::names_with_keywords()))?;
    show("lex", lex);
    let (parse, (ast, diagnostics)) = best(RUNS, || cfront::parse_unit(&unit.map, &unit.macros))?;
    if diagnostics.has_errors() {
        return Err("the parser refuses it".to_owned());
    }
    show("lex + parse", parse);
    let (check, (typed, _)) = best(RUNS, || cfront::sema::check(&ast, &unit.map, &target))?;
    show("sema", check);
    let options = lower::Options { overflow: lower::Overflow::Trap, target };
    let (lowered, (program, _)) = best(RUNS, || lower::lower(&typed, &options))?;
    show("lower", lowered);
    let (verify, violations) = best(RUNS, || ir::verify(&program))?;
    show("verify", verify);
    show("all", read + parse + check + lowered + verify);
    if violations.is_empty() { Ok(()) } else { Err("the IR should be well-formed".to_owned()) }
}
