//! The sets of functions: which there are, and what each names.
//!
//! A set of mirrors is a file below `record`: project, commit, file, functions, flags. None of that code is kept here.

use super::checkout::{self, Checkouts};
use super::libraries;
use super::subject::Subject;
use std::path::Path;

const WORLDS: &str = include_str!("../../../record/real-functions.txt");
const DEV: &str = include_str!("../../../record/real-dev.txt");

/// A set of functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Set {
    /// Functions with contracts of our own, of libraries that lie in a folder.
    Libraries,
    /// Functions chosen by seed.
    Worlds,
    /// Whole files, chosen for their calls.
    Dev,
}

impl Set {
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "libraries" => Some(Self::Libraries),
            "worlds" => Some(Self::Worlds),
            "dev" => Some(Self::Dev),
            _ => None,
        }
    }

    /// What each function gets when nobody says otherwise, in seconds, if that is not the default of `gen`.
    pub(super) fn budget(self) -> Option<u64> {
        match self {
            Self::Libraries => Some(20),
            Self::Worlds | Self::Dev => None,
        }
    }

    /// Its functions. `probant` lists those of whole files.
    pub(super) fn subjects(
        self,
        libraries: Option<&Path>,
        checkouts: &Checkouts,
        probant: &Path,
    ) -> Result<Vec<Subject>, String> {
        match self {
            Self::Libraries => {
                let folder = libraries.ok_or("this set needs --libraries FOLDER")?;
                Ok(libraries::all().iter().map(|one| one.subject(folder)).collect())
            }
            Self::Worlds => lines(WORLDS).map(|line| function(line, checkouts)).collect(),
            Self::Dev => {
                let mut subjects = Vec::new();
                for line in lines(DEV) {
                    subjects.extend(files(line, checkouts, probant)?);
                }
                Ok(subjects)
            }
        }
    }
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// A line `project commit file function flags…`.
fn function(line: &str, checkouts: &Checkouts) -> Result<Subject, String> {
    let mut words = line.split_whitespace();
    let mut word = || words.next().ok_or_else(|| format!("too few words: {line}"));
    let (project, commit, file, function) = (word()?, word()?, word()?, word()?);
    let flags = words.map(str::to_owned).collect();
    Ok(Subject::of_file(project, checkouts.folder(project, commit)?, file, function, flags))
}

/// A line `project commit file-or-folder flags…`: all functions, as our own front end lists them.
fn files(line: &str, checkouts: &Checkouts, probant: &Path) -> Result<Vec<Subject>, String> {
    let mut words = line.split_whitespace();
    let mut word = || words.next().ok_or_else(|| format!("too few words: {line}"));
    let (project, commit, path) = (word()?, word()?, word()?);
    let flags: Vec<String> = words.map(str::to_owned).collect();
    let folder = checkouts.folder(project, commit)?;
    let mut subjects = Vec::new();
    for file in checkout::files(&folder, path)? {
        if !checkouts.compiles(&folder, &file, &flags)? {
            println!("{project} {file}: skipped, the compiler does not accept it");
            continue;
        }
        for name in checkouts.functions(&folder, &file, &flags, probant)? {
            let flags = flags.clone();
            subjects.push(Subject::of_file(project, folder.clone(), &file, &name, flags));
        }
    }
    Ok(subjects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_have_their_words() {
        assert_eq!(lines(WORLDS).count(), 300);
        assert!(lines(WORLDS).all(|line| line.split_whitespace().count() >= 4));
        assert!(lines(DEV).all(|line| line.split_whitespace().count() >= 3));
        let commits = lines(DEV).chain(lines(WORLDS)).map(|line| line.split_whitespace().nth(1));
        assert!(commits.flatten().all(|commit| commit.len() == 40));
    }
}
