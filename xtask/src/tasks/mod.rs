//! `cargo xtask tasks`: public verification tasks through `gen -f main`, and through CBMC where it is installed.
//!
//! `record/tasks.txt` says which; none of that C is kept here: it comes from mirrors. Both have the same time for each task. CBMC
//! unwinds loops ever further within it, and the most that any of its runs covers counts.

mod peer;

use crate::child;
use filetests::Scratch;
use peer::Cbmc;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const USAGE: &str = "\
usage: cargo xtask tasks --mirrors FOLDER [OPTION...] [NAME...]

  --mirrors FOLDER  bare git directories, OWNER+NAME/repo
  --budget SECONDS  for each task, by the clock [default: 20]
  --shard I/N       every N-th task, from the I-th on
  --probant PATH    this binary [default: one is built]
  NAME              only tasks whose name contains this";
const MIRRORS: [&str; 3] =
    ["ultimate-pa+ultimate", "pavolmisenko+sv-benchmarks-simple", "ftsrg+theta"];
const BUDGET: u64 = 20;
/// What is over the budget, and what is more memory than a task may take.
const OVER: Duration = Duration::from_secs(1);
const MOST_KIB: u64 = 1 << 20;
/// In percent: coverage that is lower by no more than this is as good.
const CLOSE: f64 = 2.0;
/// How many times the budget is waited for.
const PATIENCE_FACTOR: u32 = 5;

struct Options<'a> {
    mirrors: &'a Path,
    budget: Duration,
    shard: (usize, usize),
    probant: Option<&'a Path>,
    names: Vec<&'a str>,
}

/// What became of a task.
#[derive(Default)]
struct Outcome {
    covered: u64,
    infeasible: u64,
    all: u64,
    status: Option<i32>,
    time: Duration,
    peak_kib: u64,
    /// Covered branches and all of them by CBMC, if a run of it came to its end.
    peer: Option<(u64, u64)>,
}

pub(crate) fn command(args: &[String]) -> ExitCode {
    match parse(args).and_then(|options| all(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

fn parse(args: &[String]) -> Result<Options<'_>, String> {
    let (mut mirrors, mut budget, mut shard) = (None, BUDGET, (1, 1));
    let (mut probant, mut names) = (None, Vec::new());
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let mut next = || words.next().map(String::as_str).ok_or(USAGE);
        match word.as_str() {
            "--mirrors" => mirrors = Some(Path::new(next()?)),
            "--budget" => budget = next()?.parse().map_err(|_| USAGE)?,
            "--shard" => shard = crate::real::part(next()?).ok_or(USAGE)?,
            "--probant" => probant = Some(Path::new(next()?)),
            option if option.starts_with('-') => return Err(USAGE.to_owned()),
            name => names.push(name),
        }
    }
    let budget = Duration::from_secs(budget);
    Ok(Options { mirrors: mirrors.ok_or(USAGE)?, budget, shard, probant, names })
}

/// Is all well: coverage as good as CBMC's on nine tasks of ten, and no task with a status of ours, too long or too large?
fn all(options: &Options<'_>) -> Result<bool, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let probant = match options.probant {
        Some(path) => {
            let copy = scratch.file("probant");
            fs::copy(path, &copy).map_err(|error| format!("{}: {error}", path.display()))?;
            copy
        }
        None => child::probant(&scratch)?,
    };
    let shelves = shelves(options.mirrors)?;
    let lab = Lab { options, probant, cbmc: Cbmc::installed(options.budget), scratch: &scratch };
    println!("CBMC: {}", lab.cbmc.as_ref().map_or("not installed", |cbmc| &cbmc.version));
    println!("| task | covered | infeasible | all | % | CBMC | % | status | s | MB |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut outcomes = Vec::new();
    for name in selected(options)? {
        let Some(file) = shelves.iter().find_map(|shelf| shelf.fetch(&name, &scratch)) else {
            println!("| {name} | in no mirror |");
            continue;
        };
        let outcome = lab.one(&file)?;
        outcome.print_row(&name);
        outcomes.push(outcome);
    }
    Ok(summary(&outcomes, options.budget))
}

/// The tasks that are asked for, in the order of the list.
fn selected(options: &Options<'_>) -> Result<Vec<String>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../record/tasks.txt");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let is_named = |name: &&str| {
        options.names.is_empty() || options.names.iter().any(|part| name.contains(part))
    };
    let names = text.lines().filter(|line| !line.starts_with('#')).filter(is_named);
    let (i, n) = options.shard;
    Ok(names.skip(i - 1).step_by(n).map(str::to_owned).collect())
}

/// The files of a mirror.
struct Shelf {
    git: PathBuf,
    paths: Vec<String>,
}

fn shelves(mirrors: &Path) -> Result<Vec<Shelf>, String> {
    let mut found = Vec::new();
    for name in MIRRORS {
        let mut git = mirrors.join(name).join("repo");
        if git.join(".git").is_dir() {
            git = git.join(".git");
        }
        let listed = Command::new("git")
            .arg(format!("--git-dir={}", git.display()))
            .args(["ls-tree", "-r", "--name-only", "HEAD"])
            .output()
            .map_err(|error| error.to_string())?;
        let paths = String::from_utf8_lossy(&listed.stdout).lines().map(str::to_owned).collect();
        found.push(Shelf { git, paths });
    }
    Ok(found)
}

impl Shelf {
    /// Unpacks the file of that name, if there is one.
    fn fetch(&self, name: &str, scratch: &Scratch) -> Option<PathBuf> {
        let end = format!("/{name}");
        let path = self.paths.iter().find(|path| path.ends_with(&end))?;
        let shown = Command::new("git")
            .arg(format!("--git-dir={}", self.git.display()))
            .arg("show")
            .arg(format!("HEAD:{path}"))
            .output()
            .ok()?;
        let file = scratch.file(name);
        (shown.status.success() && fs::write(&file, shown.stdout).is_ok()).then_some(file)
    }
}

struct Lab<'a> {
    options: &'a Options<'a>,
    probant: PathBuf,
    cbmc: Option<Cbmc>,
    scratch: &'a Scratch,
}

impl Lab<'_> {
    fn one(&self, file: &Path) -> Result<Outcome, String> {
        let report = self.scratch.file("report.json");
        let _ = fs::remove_file(&report);
        let budget = self.options.budget;
        let mut command = Command::new(&self.probant);
        command.arg("gen").arg(file).args(["-f", "main", "--no-cache", "--emit", "none"]);
        command.arg("--budget").arg(format!("{}s", budget.as_secs())).arg("--json").arg(&report);
        let patience = budget * PATIENCE_FACTOR;
        let finished = child::run(&mut command, self.scratch.folder(), patience)?;
        let report: Option<Value> =
            fs::read(&report).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let mut outcome = Outcome {
            status: finished.status.and_then(|status| status.code()),
            time: finished.time,
            peak_kib: finished.peak_kib,
            ..Outcome::default()
        };
        let objectives = report.as_ref().map(|report| &report["functions"][0]["objectives"]);
        for objective in objectives.and_then(Value::as_array).into_iter().flatten() {
            outcome.all += 1;
            outcome.covered += u64::from(objective["verdict"] == "covered");
            outcome.infeasible += u64::from(objective["verdict"] == "infeasible");
        }
        outcome.peer = match &self.cbmc {
            Some(cbmc) => cbmc.cover(file, self.scratch.folder())?,
            None => None,
        };
        Ok(outcome)
    }
}

impl Outcome {
    fn is_as_good(&self) -> bool {
        self.peer.is_none_or(|(covered, all)| {
            percent(self.covered, self.all) + CLOSE >= percent(covered, all)
        })
    }

    fn print_row(&self, name: &str) {
        let Self { covered, infeasible, all, .. } = self;
        let peer = self.peer.map_or("– | –".to_owned(), |(covered, all)| {
            format!("{covered} of {all} | {:.0}", percent(covered, all))
        });
        let status = self.status.map_or("no end".to_owned(), |status| status.to_string());
        let worse = if self.is_as_good() { "" } else { " **<**" };
        println!(
            "| {name} | {covered} | {infeasible} | {all} | {:.0}{worse} | {peer} | {status} | {:.1} | {} |",
            percent(*covered, *all),
            self.time.as_secs_f64(),
            self.peak_kib / 1024,
        );
    }
}

fn percent(part: u64, all: u64) -> f64 {
    if all == 0 { 100.0 } else { part as f64 * 100.0 / all as f64 }
}

fn summary(outcomes: &[Outcome], budget: Duration) -> bool {
    let count = |is: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|it| is(it)).count();
    let as_good = count(&Outcome::is_as_good);
    let broken = count(&|it| it.status.is_none_or(|status| status > 2));
    let (late, large) = (count(&|it| it.time > budget + OVER), count(&|it| it.peak_kib > MOST_KIB));
    let share = |covered: &dyn Fn(&Outcome) -> f64| {
        outcomes.iter().map(covered).sum::<f64>() / outcomes.len().max(1) as f64
    };
    println!(
        "\n{} tasks: {as_good} as good as CBMC or better; statuses beyond 2: {broken}; over the budget: {late}; over 1 GB: {large}",
        outcomes.len()
    );
    println!(
        "on average covered {:.1} %, decided {:.1} %, by CBMC {:.1} %",
        share(&|it| percent(it.covered, it.all)),
        share(&|it| percent(it.covered + it.infeasible, it.all)),
        share(&|it| it.peer.map_or(0.0, |(covered, all)| percent(covered, all))),
    );
    as_good * 10 >= outcomes.len() * 9 && broken == 0 && late == 0 && large == 0
}
