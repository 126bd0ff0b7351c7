//! The programs over floats whose every outcome is known: what `filetests/cli` says of them must come out without replay, and
//! with tests that gcc and clang compile. Searching all of them may take ten seconds of the processor.

use crate::child;
use filetests::{Scratch, TestFile, root};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const FILES: [&str; 4] = ["floats.c", "floats-variants.c", "floats-programs.c", "reach-fpse.c"];
/// What searching all of them may take.
const MOST: Duration = Duration::from_secs(10);
/// A run that is not over by then never will be.
const PATIENCE: Duration = Duration::from_mins(2);

/// One `// args:` line, with the texts that are to be printed.
struct Run {
    args: Vec<String>,
    expected: Vec<String>,
}

pub(super) fn command(probant: Option<&Path>) -> Result<(), String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    let probant = match probant {
        Some(path) => path.to_owned(),
        None => child::probant(&scratch)?,
    };
    let (mut wrong, mut searching) = (0, Duration::ZERO);
    for (way, more) in WAYS {
        let (mut n_runs, mut total) = (0, Duration::ZERO);
        for run in all_runs()?.iter().filter(|run| run.is_generation() || more.is_empty()) {
            let (finished, time) = one(&probant, run, more, &scratch)?;
            for text in run.expected.iter().filter(|text| !finished.contains(text.as_str())) {
                println!("{way}: {} does not print `{text}`", run.args.join(" "));
                wrong += 1;
            }
            (n_runs, total) = (n_runs + 1, total + time);
        }
        println!("{way}: {n_runs} runs, {:.1} s of the processor", total.as_secs_f64());
        if more.is_empty() {
            searching = total;
        }
    }
    match wrong {
        0 if searching <= MOST => Ok(()),
        0 => Err("searching takes too long".to_owned()),
        _ => Err(format!("{wrong} texts missing")),
    }
}

/// Without replay, then with either compiler.
const WAYS: [(&str, &[&str]); 3] =
    [("without replay", &[]), ("gcc", &["--cc", "gcc"]), ("clang", &["--cc", "clang"])];

impl Run {
    /// Does it make tests that can be replayed?
    fn is_generation(&self) -> bool {
        self.args[0] == "gen" && !self.args.iter().any(|arg| arg == "--no-replay")
    }
}

fn all_runs() -> Result<Vec<Run>, String> {
    let mut all = Vec::new();
    for name in FILES {
        let file = TestFile::read(&root().join("cli").join(name))?;
        let path = file.path.display().to_string();
        let lines: Vec<(usize, &str)> =
            file.directives("args").map(|args| (args.line, args.value)).collect();
        for (index, (line, args)) in lines.iter().enumerate() {
            let end = lines.get(index + 1).map_or(usize::MAX, |next| next.0);
            let texts = file.directives("stdout").filter(|text| (*line..end).contains(&text.line));
            all.push(Run {
                args: args.split_whitespace().map(|arg| arg.replace("{file}", &path)).collect(),
                expected: texts.map(|text| text.value.to_owned()).collect(),
            });
        }
    }
    Ok(all)
}

/// What a run prints, and what it took of the processor.
fn one(
    probant: &Path,
    run: &Run,
    more: &[&str],
    scratch: &Scratch,
) -> Result<(String, Duration), String> {
    let mut command = Command::new(probant);
    command.args(&run.args).args(more).env("PROBANT_CACHE", "off");
    if more.is_empty() && run.is_generation() {
        command.arg("--no-replay");
    }
    let before = child::children_time()?;
    let finished = child::run(&mut command, scratch.folder(), PATIENCE)?;
    if finished.status.and_then(|status| status.code()).is_none_or(|code| code > 5) {
        return Err(format!("{}: ends with {:?}", run.args.join(" "), finished.status));
    }
    let printed = String::from_utf8_lossy(&finished.stdout).into_owned();
    Ok((printed, child::children_time()?.saturating_sub(before)))
}
