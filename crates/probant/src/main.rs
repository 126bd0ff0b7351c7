//! The program: arguments in, exit status out.

use clap::Parser;
use probant::args::{Cli, Command, like_a_compiler};
use std::process::ExitCode;

/// Searches end and leave millions of small pieces behind; this allocator gives their memory back, the one of glibc hardly any.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Deep but bounded nesting in C is walked recursively; this much stack holds the deepest that the parser lets through.
const STACK_BYTES: usize = 1 << 30;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if let Some(ended) = native::contain(&words) {
        return ended;
    }
    let words = like_a_compiler(words.into_iter());
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(error) => {
            let is_help = !error.use_stderr();
            // Nothing is left to do if even the message cannot be printed.
            let _ = error.print();
            return ExitCode::from(if is_help { 0 } else { probant::BAD_INPUT });
        }
    };
    let worker =
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || run(cli, &words));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(_)) => {
            eprintln!(
                "probant: internal error (see above); please report it with the input that caused it"
            );
            ExitCode::from(probant::OWN_ERROR)
        }
        Err(error) => {
            eprintln!("probant: cannot start: {error}");
            ExitCode::from(probant::OWN_ERROR)
        }
    }
}

fn run(cli: Cli, words: &[String]) -> u8 {
    let cli = match probant::config::settle_single(cli, words) {
        Ok(cli) => cli,
        Err(message) => {
            eprintln!("probant: {message}");
            return probant::BAD_INPUT;
        }
    };
    match cli.command {
        Command::Gen(args) => probant::generate::generate(&args, words, STACK_BYTES),
        Command::Inspect(args) => probant::inspect::inspect(&args),
        Command::Merge(args) => probant::merge::merge(&args),
        Command::Prove(args) => probant::prove::run(&args),
        Command::Reach(args) => probant::reach::run(&args),
        Command::Run(args) => probant::run::run(&args),
        Command::Safety => probant::safety(),
        Command::Solve(args) => probant::solve::solve(&args),
    }
}
