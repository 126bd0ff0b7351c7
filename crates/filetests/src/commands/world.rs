//! `// test: world`: what the functions of a file may meet when they are called, as `probant inspect --stage world` prints it.
//!
//! The text follows a line `// expect:`, line by line after `// `; `BLESS=1` rewrites it.

use super::{Command, expected};
use crate::{Finding, TestFile, Tools, front};
use world::World;

pub(super) struct Around;

impl Command for Around {
    fn name(&self) -> &'static str {
        "world"
    }

    fn run(&self, file: &TestFile, _tools: &Tools) -> Vec<Finding> {
        let program = match front::lower(&file.path) {
            Ok(unit) => unit.program,
            Err(what) => return vec![Finding::Failed { line: 1, what }],
        };
        let ours = program.funcs.iter().filter(|(_, data)| data.body.is_some() && !data.system);
        let printed: String = ours.map(|(func, _)| World::of(&program, func).print()).collect();
        expected::compare(file, &printed, "meets").into_iter().collect()
    }
}
