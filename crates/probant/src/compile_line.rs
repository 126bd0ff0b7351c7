//! How a test file is compiled, as its first lines say it: from the folder that the file is in, wherever it was made.

use crate::front::Unit;
use crate::stubs;
use native::Compiler;
use std::path::{Component, Path, PathBuf};

/// Options of the compiler that name a file or a folder, in the same word or in the next.
const WITH_PATH: [&str; 7] =
    ["-I", "-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-L"];

/// What a line is made of.
pub(crate) struct Line<'a> {
    pub(crate) compiler: &'a Compiler,
    pub(crate) unit: &'a Unit,
    /// Functions of the file that the linker is to replace.
    pub(crate) replaced: &'a [String],
    /// Where the test file is.
    pub(crate) folder: &'a Path,
    /// Functions that the test file defines under other names, with what these begin with.
    pub(crate) redirected: Vec<String>,
}

impl Line<'_> {
    /// The command for the test file of a name.
    pub(crate) fn text(&self, name: &str) -> String {
        let mut words = from_folder(&self.compiler.args, self.folder);
        words.extend(stubs::linker_flags(self.replaced));
        words.extend(["-o".to_owned(), name.to_owned(), format!("{name}.c")]);
        let (mut before, objects) = self.linked(name);
        words.extend(objects);
        words.extend(self.has_mathematics().then(|| "-lm".to_owned()));
        before.push(words);
        let commands = before.iter().map(|words| {
            // The compiler may be several words of a shell already.
            let quoted = words.iter().map(|word| quoted(word));
            std::iter::once(self.compiler.cc.clone()).chain(quoted).collect::<Vec<_>>().join(" ")
        });
        commands.collect::<Vec<_>>().join(" && ")
    }

    /// What the linked files are in the command, and commands that come before it: a file is compiled for itself if it is compiled
    /// otherwise, or calls functions that the test file puts in the places of others.
    fn linked(&self, name: &str) -> (Vec<Vec<String>>, Vec<String>) {
        let (mut before, mut given) = (Vec::new(), Vec::new());
        for (path, args) in &self.unit.linked.files {
            let file = relative(self.folder, path);
            if *args == self.compiler.args && self.redirected.is_empty() {
                given.push(file);
                continue;
            }
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let object = format!("{name}_{stem}.o");
            let mut words = from_folder(args, self.folder);
            words.extend(self.redirected.iter().map(|name| format!("-D{name}=probant_{name}")));
            words.extend(["-c", "-o", &object, &file].map(str::to_owned));
            before.push(words);
            given.push(object);
        }
        (before, given)
    }

    /// Does the unit mention functions of `math.h`?
    fn has_mathematics(&self) -> bool {
        let Unit { program, map, .. } = self.unit;
        let is_one = |data: &ir::FuncData| {
            let place = map.locate(data.span.lo).map(|place| &map.files[place.file].name);
            data.system && data.body.is_none() && place.is_some_and(|file| file.contains("math"))
        };
        program.funcs.values().any(is_one)
    }
}

/// Arguments of a compiler as they are meant in another folder.
fn from_folder(args: &[String], folder: &Path) -> Vec<String> {
    let there = |path: &str| match canonical(Path::new(path)) {
        Some(whole) if Path::new(path).is_relative() => relative(folder, &whole),
        _ => path.to_owned(),
    };
    let mut is_path = false;
    let moved = args.iter().map(|arg| {
        if std::mem::replace(&mut is_path, WITH_PATH.contains(&arg.as_str())) {
            return there(arg);
        }
        let option = WITH_PATH.iter().find(|option| arg.starts_with(**option) && arg != *option);
        match option {
            Some(option) => format!("{option}{}", there(&arg[option.len()..])),
            None => arg.clone(),
        }
    });
    moved.collect()
}

/// A word as a shell wants it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,./:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The way from a folder to a file, so that both can move together. The folder need not be there yet.
pub(crate) fn relative(from: &Path, to: &Path) -> String {
    let Some(from) = canonical(from) else { return to.display().to_string() };
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(to.components().skip(shared)).collect();
    way.display().to_string()
}

/// A path without links and dots, as far as it is there already.
fn canonical(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let existing = path.ancestors().find(|folder| folder.exists())?;
    let rest = path.strip_prefix(existing).ok()?;
    Some(existing.canonicalize().ok()?.join(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_meant_from_where_the_test_file_is() {
        let args = ["-Iinc", "-I", "inc", "-DX=1", "-I/usr/include", "-include", "a.h"];
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        let moved = from_folder(&args, Path::new("out/deep"));
        let wanted =
            ["-I../../inc", "-I", "../../inc", "-DX=1", "-I/usr/include", "-include", "../../a.h"];
        assert_eq!(moved, wanted);
    }

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        assert_eq!(quoted("-DX=1"), "-DX=1");
        assert_eq!(quoted("-DX=\"a b\""), "'-DX=\"a b\"'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
