//! What changed since a revision, as git tells it, and which functions that concerns.
//!
//! A change inside a function concerns it and all that can call it. A change anywhere else in a file, or in a header, concerns every
//! function of each file that reads it.

use crate::front::Unit;
use crate::lookup;
use ir::Func;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines of files that are not what they were.
pub(crate) struct Changes {
    lines: BTreeMap<PathBuf, Vec<Lines>>,
}

/// First and last.
type Lines = (u32, u32);

impl Changes {
    /// What git says of the repository that a file is in.
    pub(crate) fn since(revision: &str, file: &Path) -> Result<Changes, String> {
        let folder =
            file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let top = PathBuf::from(git(folder, &["rev-parse", "--show-toplevel"])?.trim());
        let diff = ["diff", "-U0", "--no-color", "--no-ext-diff", "--no-renames", revision, "--"];
        let mut lines = in_diff(&git(&top, &diff)?, &top);
        for new in git(&top, &["ls-files", "--others", "--exclude-standard"])?.lines() {
            lines.insert(top.join(new), vec![(1, u32::MAX)]);
        }
        Ok(Changes { lines })
    }

    /// The functions of a unit that are concerned.
    pub(crate) fn concerned(&self, unit: &Unit) -> BTreeSet<Func> {
        let own = lookup::own_functions(&unit.program);
        let mut touched = BTreeSet::new();
        for (file, data) in unit.map.files.iter() {
            let path = Path::new(&data.name).canonicalize().ok();
            let Some(changes) = path.and_then(|path| self.lines.get(&path)) else { continue };
            let extents: Vec<(Func, Lines)> =
                own.iter().filter_map(|&func| Some((func, extent(unit, func, file)?))).collect();
            for &(first, last) in changes {
                let around = |(_, (from, to)): &&(Func, Lines)| *from <= first && last <= *to;
                match extents.iter().find(around) {
                    Some((func, _)) => touched.insert(*func),
                    None => return own.into_iter().collect(),
                };
            }
        }
        let calls_one = |func: &Func| {
            world::reachable(&unit.program, *func).iter().any(|callee| touched.contains(callee))
        };
        own.into_iter().filter(calls_one).collect()
    }
}

/// The lines of a file that a function's statements are on.
fn extent(unit: &Unit, func: Func, file: source::FileId) -> Option<Lines> {
    let body = unit.program.funcs[func].body.as_ref()?;
    let spans = body.insts.keys().map(|inst| body.spans[inst]);
    let places = spans.filter_map(|span| unit.map.locate(span.lo));
    let lines: Vec<u32> = places.filter(|at| at.file == file).map(|at| at.line).collect();
    Some((*lines.iter().min()?, *lines.iter().max()?))
}

fn git(folder: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new("git").arg("-C").arg(folder).args(words).output();
    let output = output.map_err(|error| format!("cannot run git: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("git does not say what changed: {}", said.lines().next().unwrap_or_default()))
}

/// The lines that the new side of a diff has instead of others. Where lines are gone, those around count.
fn in_diff(diff: &str, top: &Path) -> BTreeMap<PathBuf, Vec<Lines>> {
    let mut lines: BTreeMap<PathBuf, Vec<Lines>> = BTreeMap::new();
    let mut file = PathBuf::new();
    for line in diff.lines() {
        if let Some(name) = line.strip_prefix("+++ b/") {
            file = top.join(name.trim_end_matches('\t'));
        } else if let Some(place) = line.strip_prefix("@@ ") {
            let new = place.split(' ').find_map(|word| word.strip_prefix('+'));
            lines.entry(file.clone()).or_default().extend(new.and_then(hunk));
        }
    }
    lines
}

fn hunk(word: &str) -> Option<Lines> {
    let (first, count) = word.split_once(',').unwrap_or((word, "1"));
    let (first, count) = (first.parse::<u32>().ok()?, count.parse::<u32>().ok()?);
    Some(if count == 0 { (first, first + 1) } else { (first, first + count - 1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_become_lines_of_the_new_side() {
        let diff = "--- a/x.c\n+++ b/x.c\n@@ -3 +3,2 @@ int f\n@@ -9,2 +10,0 @@\n+++ b/y.h\n@@ -0,0 +1 @@\n";
        let lines = in_diff(diff, Path::new("/p"));
        assert_eq!(lines[Path::new("/p/x.c")], [(3, 4), (10, 11)]);
        assert_eq!(lines[Path::new("/p/y.h")], [(1, 1)]);
    }
}
