//! A function under test: where it stands, and how it is compiled.

use std::path::PathBuf;

pub(super) struct Subject {
    pub(super) project: String,
    /// Where commands are run; flags may name folders from here.
    pub(super) folder: PathBuf,
    pub(super) file: String,
    /// The function whose outcomes are counted.
    pub(super) function: String,
    /// The function that inputs are for, if it is another.
    pub(super) caller: Option<String>,
    pub(super) flags: Vec<String>,
    /// The text of the file, where it is one of our own around that of others.
    pub(super) text: Option<String>,
}

impl Subject {
    /// A function of a file as it is.
    pub(super) fn of_file(
        project: &str,
        folder: PathBuf,
        file: &str,
        function: &str,
        flags: Vec<String>,
    ) -> Self {
        let (project, file, function) = (project.to_owned(), file.to_owned(), function.to_owned());
        Self { project, folder, file, function, caller: None, flags, text: None }
    }

    pub(super) fn title(&self) -> String {
        format!("{} {} {}", self.project, self.file, self.function)
    }

    pub(super) fn entry(&self) -> &str {
        self.caller.as_deref().unwrap_or(&self.function)
    }
}
