//! The test commands, one file each.

mod built;
mod cli;
mod expected;
mod generate;
mod heap;
mod lower;
mod parse;
mod run;
mod world;

pub use heap::{Case, heap_cases};

use crate::{Finding, TestFile, Tools};

/// Judges one file.
pub trait Command {
    /// The word after `test:`.
    fn name(&self) -> &'static str;
    /// What did not come out as the file says; empty if all did.
    fn run(&self, file: &TestFile, tools: &Tools) -> Vec<Finding>;
}

const COMMANDS: &[&dyn Command] = &[
    &parse::Parse,
    &lower::Lower,
    &world::Around,
    &run::Run,
    &generate::Gen,
    &heap::Heap,
    &cli::Cli,
];

/// The command with this name.
pub(crate) fn find(name: &str) -> Option<&'static dyn Command> {
    COMMANDS.iter().copied().find(|command| command.name() == name)
}
