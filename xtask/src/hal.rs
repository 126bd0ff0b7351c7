//! `cargo xtask hal [PROBANT]`: how many of the mutants that `examples/ecu/hal-mutants.txt` lists the generated tests of that project
//! kill: calls of its HAL that are missing, given something else, or in another order.
//!
//! Tests are generated once, from the project as it is. For a mutant, the file is changed, and so is the copy that tests of devices
//! include; every test file of it is compiled and run again. One that does not compile is a mistake in the list.

use filetests::Scratch;
use native::Compiler;
use probant::args::OverflowName;
use probant::front;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Seconds that the tests of a mutant may take: who turns for ever is killed, too.
const PATIENCE: &str = "10";
const WANTED: f64 = 95.0;

pub(crate) fn command(args: &[String]) -> ExitCode {
    let probant = args.first().map_or_else(beside_us, PathBuf::from);
    match judge(&probant) {
        Ok((killed, all)) => {
            let share = 100.0 * killed as f64 / all.max(1) as f64;
            println!("{killed} of {all} mutants killed ({share:.1} %)");
            if share >= WANTED { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => {
            eprintln!("hal: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The binary that was built with this one.
fn beside_us() -> PathBuf {
    std::env::current_exe().map(|it| it.with_file_name("probant")).unwrap_or_default()
}

fn judge(probant: &Path) -> Result<(usize, usize), String> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/ecu");
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let (copy, tests) = (scratch.file("ecu"), scratch.file("tests"));
    run(Command::new("cp").arg("-r").arg(&project).arg(&copy))?;
    let list = std::fs::read_to_string(project.join("hal-mutants.txt"));
    let list = list.map_err(|error| error.to_string())?;
    let mut generate = Command::new(probant);
    generate.current_dir(&copy).args(["gen", "src", "--no-cache", "-q", "--out"]).arg(&tests);
    generate.args(["--", "-Iinclude"]);
    // Findings are no reason to stop.
    generate.output().map_err(|error| format!("{}: {error}", probant.display()))?;
    let (mut n_killed, mut n_all) = (0, 0);
    for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mutant = Mutant::of(line).ok_or_else(|| format!("`{line}` is no mutant"))?;
        n_all += 1;
        if mutant.is_killed(&copy, &tests)? {
            n_killed += 1;
        } else {
            println!("survives: {line}");
        }
    }
    Ok((n_killed, n_all))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A line of the list.
struct Mutant<'a> {
    file: &'a str,
    line: usize,
    change: Change<'a>,
}

enum Change<'a> {
    Replace(&'a str, &'a str),
    Swap(usize),
}

impl<'a> Mutant<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let (place, change) = text.split_once(' ')?;
        let (file, line) = place.split_once(':')?;
        let change = match change.split_once(' ')? {
            ("replace", rest) => {
                let (old, new) = rest.split_once(" => ")?;
                Change::Replace(old, new)
            }
            ("swap", other) => Change::Swap(other.parse().ok()?),
            _ => return None,
        };
        Some(Self { file, line: line.parse().ok()?, change })
    }

    /// The text of the file with the change.
    fn applied(&self, text: &str) -> Option<String> {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let line = lines.get_mut(self.line.checked_sub(1)?)?;
        match self.change {
            Change::Replace(old, new) => {
                let changed = line.replacen(old, new, 1);
                if changed == *line {
                    return None;
                }
                *line = changed;
            }
            Change::Swap(other) => {
                lines.get(other.checked_sub(1)?)?;
                lines.swap(self.line - 1, other - 1);
            }
        }
        Some(lines.join("\n") + "\n")
    }

    /// Does some test of the file fail with the change?
    fn is_killed(&self, project: &Path, tests: &Path) -> Result<bool, String> {
        let path = project.join(self.file);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let changed = self.applied(&text).ok_or("the list does not fit the project")?;
        std::fs::write(&path, changed).map_err(|error| error.to_string())?;
        let killed = kills(project, &path, &tests.join(Path::new(self.file).with_extension("")));
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        killed
    }
}

fn kills(project: &Path, source: &Path, tests: &Path) -> Result<bool, String> {
    let include = format!("-I{}", project.join("include").display());
    let compiler = Compiler::new("gcc", vec![include.clone()]);
    let unit = front::read_whole(source, &compiler, OverflowName::Trap)
        .map_err(|_| format!("{} with a change is no C", source.display()))?;
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let copy = tests.join(format!("{stem}_devices.c"));
    if copy.is_file() {
        std::fs::write(&copy, &unit.devices.copy).map_err(|error| error.to_string())?;
    }
    let entries =
        std::fs::read_dir(tests).map_err(|error| format!("{}: {error}", tests.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| {
        file.file_name().is_some_and(|it| it.to_string_lossy().starts_with("test_"))
    });
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "c")) {
        let program = file.with_extension("");
        run(Command::new("gcc").args(["-w", &include, "-o"]).arg(&program).arg(file))?;
        if run(Command::new("timeout").arg(PATIENCE).arg(&program)).is_err() {
            return Ok(true);
        }
    }
    Ok(false)
}
