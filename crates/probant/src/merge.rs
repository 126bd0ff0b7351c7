//! `probant merge`: reports of parts become that of the whole.

use crate::args::Merge;
use crate::rendered::write_whole;
use crate::{BAD_INPUT, out};
use report::{ExitStatus, Part};
use std::path::{Path, PathBuf};

/// Runs the command; the exit status that the whole work would have had.
pub fn merge(args: &Merge) -> u8 {
    match merged(args) {
        Ok(status) => status,
        Err(message) => {
            eprintln!("probant: {message}");
            BAD_INPUT
        }
    }
}

fn merged(args: &Merge) -> Result<u8, String> {
    let parts = args.reports.iter().map(read).collect::<Result<Vec<Part>, String>>()?;
    let (text, status) = report::merge(&parts)?;
    if args.json == Path::new("-") {
        out::text(&text);
        return Ok(status);
    }
    write_whole(&args.json, text.as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", args.json.display()))?;
    out::text(&report::status_line(ExitStatus::from_code(status)));
    Ok(status)
}

fn read(path: &PathBuf) -> Result<Part, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Part::read(&text).map_err(|why| format!("{}: {why}", path.display()))
}
