//! `cargo xtask fuzz`: random functions, judged by trying every input.
//!
//! `interp` compares the interpreter with gcc, `full` too but with far more of C on ten inputs each, `gen` the engine with brute
//! force (`goals` and `both` with goals on the whole function in place of the walk, or before it), `heap` the same for functions
//! over pointers, `paths` boundaries, several inputs of a path and paths as C, `layout` sizes and offsets of records with
//! gcc. `csmith` compares what whole programs print. `points` looks for every pointer of a run where the points-to analysis says
//! it may be. `devices` tries all scripts of volatile reads, in sequences of calls, `calls` all that functions of elsewhere, callbacks,
//! variable arguments and streams give. `arrays` runs all inputs of functions over large arrays. `floats` decides outcomes on toy formats, and on `float` with replay. `ensures` writes
//! each postcondition a second time, as C around the call. `bytes` gives broken C to the binary, `mutants` broken files of others to the front end. `show`
//! prints a function, `unit` one of `full`. What differs is shrunk and kept below `filetests/regress/`. The same seed gives the same functions.

mod arrays;
mod bytes;
mod corpus;
mod csmith;
mod ensures;
mod findings;
mod floats;
mod full;
mod generate;
mod heap;
mod interp;
mod layout;
mod loops;
mod made;
mod mcdc;
mod mutants;
mod mutation;
mod native;
mod ours;
mod paths;
mod points;
mod prove;
mod regress;
mod rounds;
mod scripts;

use engine::Engines;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask fuzz interp [--count N] [--seed S] [--first K] [--keep-going]
       cargo xtask fuzz full [--count N] [--seed S] [--first K] [--keep-going]
       cargo xtask fuzz layout [--count N] [--seed S]
       cargo xtask fuzz bytes [--count N] [--seed S] [--first K] [--jobs J]
       cargo xtask fuzz mutants [--count N] [--seed S] [--first K] [--jobs J] FILE... [-- CFLAGS...]
       cargo xtask fuzz csmith [--count N] [--seed S] [--first K] [--jobs J]
       cargo xtask fuzz gen|goals|both|paths [--count N] [--seed S] [--first K] [--keep-going]
       cargo xtask fuzz arrays|calls|devices|floats [--count N] [--seed S] [--first K]
       cargo xtask fuzz heap [--kind KIND] [--count N] [--seed S] [--first K] [--keep-going]
       cargo xtask fuzz ensures|loops|mcdc|points|prove [--count N] [--seed S] [--first K]
       cargo xtask fuzz show|unit [--seed S] [--first K]

  --count N      how many functions or mutants (default 1000)
  --seed S       which ones (default 1)
  --first K      begin with number K
  --jobs J       at the same time (default 1)
  --kind KIND    what functions are given: nodes, behind, arrays, union, idioms, owners, bytes; middle, void, links, statics,
                 contracts, stubs, failures, addresses (default: those that are settled)
  --keep-going   report every difference, not only the first ten";

/// What the user asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Options {
    count: u64,
    seed: u64,
    first: u64,
    jobs: u64,
    keep_going: bool,
    kind: Option<heap::Kind>,
}

pub(crate) fn command(args: &[String]) -> ExitCode {
    let Some((what, rest)) = args.split_first() else { return usage("what should be fuzzed?") };
    if what == "mutants" {
        return mutants::command(rest);
    }
    let options = match parse(rest) {
        Ok(options) => options,
        Err(message) => return usage(&message),
    };
    match what.as_str() {
        "interp" => interp::command(&options),
        "full" => full::command(&options),
        "layout" => layout::command(&options),
        "arrays" => arrays::command(&options),
        "bytes" => bytes::command(&options),
        "csmith" => csmith::command(&options),
        "calls" => scripts::command(&scripts::CALLS, &options),
        "devices" => scripts::command(&scripts::DEVICES, &options),
        "gen" => generate::command(&options, Engines::Walk),
        "goals" => generate::command(&options, Engines::Goals),
        "both" => generate::command(&options, Engines::Both),
        "heap" => heap::command(&options),
        "ensures" => ensures::command(&options),
        "floats" => floats::command(&options),
        "loops" => loops::command(&options),
        "mcdc" => mcdc::command(&options),
        "paths" => paths::command(&options),
        "points" => points::command(&options),
        "prove" => prove::command(&options),
        "unit" => {
            print!("{}", full::text(options.seed, options.first));
            ExitCode::SUCCESS
        }
        "show" => {
            let program = corpus::program(options.seed, options.first);
            print!("{}", fuzzgen::print::unit(&program, ""));
            ExitCode::SUCCESS
        }
        other => usage(&format!("`{other}` is nothing to fuzz")),
    }
}

fn usage(message: &str) -> ExitCode {
    eprintln!("{message}\n{USAGE}");
    ExitCode::from(3)
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options =
        Options { count: 1000, seed: 1, first: 0, jobs: 1, keep_going: false, kind: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--keep-going" {
            options.keep_going = true;
            continue;
        }
        if arg == "--kind" {
            let kind = args.next().and_then(|name| heap::Kind::from_name(name));
            let known = || format!("`--kind` should be followed by one of {}", heap::Kind::names());
            options.kind = Some(kind.ok_or_else(known)?);
            continue;
        }
        let field = match arg.as_str() {
            "--count" => &mut options.count,
            "--seed" => &mut options.seed,
            "--first" => &mut options.first,
            "--jobs" => &mut options.jobs,
            other => return Err(format!("unknown option `{other}`")),
        };
        let value = args.next().and_then(|value| value.parse().ok());
        *field = value.ok_or_else(|| format!("`{arg}` should be followed by a number"))?;
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let kind = heap::Kind::from_name("middle");
        let options = Options { count: 7, seed: 2, first: 0, jobs: 1, keep_going: true, kind };
        assert_eq!(parse(&words("--count 7 --keep-going --kind middle --seed 2")), Ok(options));
        assert_eq!(
            parse(&words("--count x")),
            Err("`--count` should be followed by a number".into())
        );
        assert_eq!(parse(&words("--what 1")), Err("unknown option `--what`".into()));
    }
}
