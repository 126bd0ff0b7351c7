//! `cargo xtask peers`: the benchmark programs by us and, where it is installed, by CBMC, in one run on one machine.
//!
//! Engine time is what a tool spends once the program is read: for us the processor time of generating tests, for CBMC what it
//! prints for symbolic execution and for the decision procedure. Wall time is a process from start to end, preprocessing
//! included. Knows nothing of what the answers should be: that is what tests are for.

use crate::child::{self, Finished};
use crate::speed::goals::{self, CLASSICS, Classic};
use engine::Criterion;
use filetests::Scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const USAGE: &str = "usage: cargo xtask peers";
const PATIENCE: Duration = Duration::from_mins(2);
const RUNS: usize = 3;

/// CBMC's part of a ratio below this is the start of a process, and says nothing.
const WORTH_A_RATIO: f64 = 0.15;

/// The macro that picks CBMC's question about a classic, and CBMC's bound for loops.
const QUESTIONS: [(&str, &str); 9] = [
    ("BSEARCH", "7"),
    ("BUBBLE", "7"),
    ("STRCMP", "7"),
    ("ATOI", "8"),
    ("MERGE", "12"),
    ("GETORDER", "17"),
    ("FOO", "2"),
    ("TRITYP", "2"),
    ("TCAS", "5"),
];

/// What one tool spent on one question, in seconds.
#[derive(Clone, Copy, Default)]
struct Spent {
    engine: f64,
    wall: f64,
}

pub(crate) fn command(args: &[String]) -> ExitCode {
    if !args.is_empty() {
        eprintln!("{USAGE}");
        return ExitCode::from(3);
    }
    match compare() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

fn compare() -> Result<(), String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let lab = Lab {
        binary: child::probant(&scratch)?,
        bench: Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench"),
        cbmc: Command::new("cbmc").arg("--version").output().is_ok(),
        scratch,
    };
    if !lab.cbmc {
        println!("cbmc: skipped, not installed");
    }
    println!(
        "| function | criterion | engine | wall | CBMC engine | CBMC wall | engine ratio | wall ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let (mut ours, mut theirs) = (Spent::default(), Spent::default());
    for criterion in [Criterion::Branch, Criterion::Mcdc] {
        for (classic, question) in CLASSICS.into_iter().zip(QUESTIONS) {
            let own = lab.ours(classic, criterion)?;
            let peer = lab.cbmc(classic, question, criterion)?;
            row(classic.func, criterion.name(), own, peer);
            ours.add(own);
            theirs.add(peer.unwrap_or_default());
        }
    }
    row("all", "both", ours, lab.cbmc.then_some(theirs));
    Ok(())
}

impl Spent {
    fn add(&mut self, other: Self) {
        self.engine += other.engine;
        self.wall += other.wall;
    }
}

fn row(function: &str, criterion: &str, ours: Spent, peer: Option<Spent>) {
    let theirs = peer.map_or("| ".repeat(3), |peer| {
        let wall = if peer.wall > WORTH_A_RATIO {
            format!("{:.1}", peer.wall / ours.wall)
        } else {
            "-".to_owned()
        };
        format!("{:.3} | {:.3} | {:.1} | {wall}", peer.engine, peer.wall, peer.engine / ours.engine)
    });
    println!("| `{function}` | {criterion} | {:.3} | {:.3} | {theirs} |", ours.engine, ours.wall);
}

/// The tools and where they work.
struct Lab {
    binary: PathBuf,
    bench: PathBuf,
    cbmc: bool,
    scratch: Scratch,
}

impl Lab {
    fn ours(&self, classic: Classic, criterion: Criterion) -> Result<Spent, String> {
        Self::best(|| {
            let mut command = Command::new(&self.binary);
            command.arg("gen").arg(self.bench.join(classic.file)).args(["-f", classic.func]);
            command.args([
                "--criterion",
                criterion.name(),
                "--emit",
                "none",
                "--no-replay",
                "--json",
                "-",
            ]);
            command.args(classic.flags);
            let wall = self.run(&mut command)?.time.as_secs_f64();
            let (_, engine) = goals::search(classic, criterion)?;
            Ok(Spent { engine: engine.as_secs_f64(), wall })
        })
    }

    /// CBMC on the same question, with tests asked for as we give them.
    fn cbmc(
        &self,
        classic: Classic,
        (question, unwind): (&str, &str),
        criterion: Criterion,
    ) -> Result<Option<Spent>, String> {
        if !self.cbmc {
            return Ok(None);
        }
        let spent = Self::best(|| {
            let mut command = Command::new("cbmc");
            command.arg(self.bench.join("cbmc.c")).arg(format!("-D{question}"));
            command.args(classic.flags);
            command.args(["--no-standard-checks", "--cover", criterion.name(), "--unwind", unwind]);
            command.args(["--show-test-suite", "--verbosity", "9"]);
            let ended = self.run(&mut command)?;
            let text = String::from_utf8_lossy(&ended.stdout);
            let engine =
                printed(&text, "Runtime Symex") + printed(&text, "Runtime decision procedure");
            Ok(Spent { engine, wall: ended.time.as_secs_f64() })
        })?;
        Ok(Some(spent))
    }

    fn run(&self, command: &mut Command) -> Result<Finished, String> {
        let ended = child::run(command, self.scratch.folder(), PATIENCE)?;
        ended.status.map(|_| ()).ok_or_else(|| format!("{command:?} took too long"))?;
        Ok(ended)
    }

    /// The run with the shortest wall time: what else the machine does only adds.
    fn best(once: impl Fn() -> Result<Spent, String>) -> Result<Spent, String> {
        let runs: Vec<Spent> = (0..RUNS).map(|_| once()).collect::<Result<_, _>>()?;
        let shortest = runs.into_iter().min_by(|a, b| a.wall.total_cmp(&b.wall));
        Ok(shortest.expect("there is at least one run"))
    }
}

/// The seconds on all lines that begin so, as `Runtime Solver: 0.0012s`.
fn printed(text: &str, what: &str) -> f64 {
    let seconds = |line: &str| -> Option<f64> {
        line.trim()
            .strip_prefix(what)?
            .trim_start_matches(':')
            .trim()
            .strip_suffix('s')?
            .parse()
            .ok()
    };
    text.lines().filter_map(seconds).sum()
}

#[cfg(test)]
mod tests {
    use super::printed;

    #[test]
    fn printed_times_add_up() {
        let text = "Runtime Symex: 0.25s\nRuntime Solver: 4s\n  Runtime Symex: 1e-2s\n";
        assert!((printed(text, "Runtime Symex") - 0.26).abs() < 1e-9);
    }
}
