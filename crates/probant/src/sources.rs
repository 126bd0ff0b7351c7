//! Which C files a command is about, and where the tests of each go.
//!
//! One file named alone is as it always was: its tests lie in the folder for tests itself. Of several files, named or found in
//! folders or in a compilation database, each has a folder of its own there, so that equal names of static functions do not meet.

use crate::args::Gen;
use crate::database;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// A C file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    /// The file, by the name that the user gave or that follows from it.
    pub(crate) path: PathBuf,
    /// Its folder below that for tests.
    pub(crate) folder: PathBuf,
}

/// The files of a command.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Sources {
    pub(crate) files: Vec<Source>,
    /// Is this one file that was named?
    pub(crate) is_single: bool,
}

/// The files that arguments name, or why there are none.
pub(crate) fn sources(args: &Gen) -> Result<Sources, String> {
    if let [file] = &args.files[..]
        && !file.is_dir()
    {
        let source = Source { path: file.clone(), folder: PathBuf::new() };
        return Ok(Sources { files: vec![source], is_single: true });
    }
    let mut files = Vec::new();
    let known = args.c.database().map(|path| database::files(&path)).transpose()?;
    if args.files.is_empty() {
        let known =
            known.as_ref().ok_or("name C files or folders, or the folder of a build with -p")?;
        files.extend(known.iter().map(|path| (path.clone(), below(&from_here(path)))));
    }
    for argument in &args.files {
        if !argument.is_dir() {
            files.push((argument.clone(), below(argument)));
            continue;
        }
        let mut found = Vec::new();
        walk(argument, &args.out, &mut found)
            .map_err(|error| format!("cannot read {}: {error}", argument.display()))?;
        if let Some(known) = &known {
            found.retain(|path| path.canonicalize().is_ok_and(|path| known.contains(&path)));
        }
        files.extend(found.into_iter().map(|path| {
            let folder = below(&path);
            (path, folder)
        }));
    }
    if files.is_empty() {
        let names: Vec<String> = args.files.iter().map(|it| it.display().to_string()).collect();
        return Err(format!("there is no C file in {}", names.join(", ")));
    }
    Ok(Sources { files: told_apart(files), is_single: false })
}

/// C files below a folder, by name; what builds and tools leave there is none of the user's.
fn walk(folder: &Path, but: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(&folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        entries.sort();
        let mut folders = Vec::new();
        for path in entries {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_ours = path.canonicalize().ok() == but.canonicalize().ok();
            if path.is_dir() && !name.starts_with('.') && name != "CMakeFiles" && !is_ours {
                folders.push(path);
            } else if name.ends_with(".c") && path.is_file() {
                found.push(path);
            }
        }
        open.extend(folders.into_iter().rev());
    }
    found.sort();
    Ok(())
}

/// A path as seen from the folder in which the command runs, if it is below it.
fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let inside = here.ok().and_then(|here| Some(path.strip_prefix(here).ok()?.to_owned()));
    inside.unwrap_or_else(|| path.to_owned())
}

/// A folder for the tests of a file: its path without what leads up, and without its ending.
fn below(path: &Path) -> PathBuf {
    let path = from_here(path);
    let parts = path.components().filter(|part| matches!(part, Component::Normal(_)));
    parts.collect::<PathBuf>().with_extension("")
}

/// Files once each, with folders that are once each.
fn told_apart(files: Vec<(PathBuf, PathBuf)>) -> Vec<Source> {
    let (mut seen, mut folders) = (BTreeSet::new(), BTreeSet::new());
    let mut sources = Vec::new();
    for (path, mut folder) in files {
        if !seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            continue;
        }
        while !folders.insert(folder.clone()) {
            folder.as_mut_os_string().push("_");
        }
        sources.push(Source { path, folder });
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_a_folder_of_its_own() {
        let file = |path: &str| (PathBuf::from(path), below(Path::new(path)));
        let sources =
            told_apart(vec![file("src/a.c"), file("../src/a.c"), file("./src/a.c"), file("b.c")]);
        let folders: Vec<String> =
            sources.iter().map(|source| source.folder.display().to_string()).collect();
        assert_eq!(folders, ["src/a", "src/a_", "src/a__", "b"]);
    }
}
