//! What was said of queries, by whom and in what time: kept in a file, a line each, so that nothing is asked twice.

use super::PATIENCE;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The word of one that did not take a query.
pub(super) const REFUSED: &str = "refused";

/// What somebody said of a query.
#[derive(Clone, Copy)]
pub(super) struct Said {
    pub(super) answer: Option<&'static str>,
    seconds: f64,
    refused: bool,
}

/// What somebody said of many.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) seconds: f64,
    pub(super) n_open: u32,
    pub(super) n_refused: u32,
    pub(super) n_unsatisfiable: u32,
}

/// All that was said so far, and where it is written to.
pub(super) struct Kept {
    said: HashMap<(u64, String), Said>,
    file: Option<File>,
}

impl Said {
    /// No answer counts as all the time that there was.
    pub(super) fn new(answer: Option<&'static str>, time: Duration) -> Self {
        let time = if answer.is_none() { PATIENCE } else { time };
        Self { answer, seconds: time.as_secs_f64(), refused: false }
    }

    /// It ended instead of answering, or said that it cannot: that is counted apart, and takes no time.
    pub(super) fn refused() -> Self {
        Self { answer: None, seconds: 0.0, refused: true }
    }

    fn word(self) -> &'static str {
        self.answer.unwrap_or(if self.refused { REFUSED } else { "open" })
    }
}

/// The answer of this name.
pub(super) fn answer(name: &str) -> Option<&'static str> {
    ["sat", "unsat"].into_iter().find(|&answer| answer == name)
}

impl Kept {
    pub(super) fn read(path: Option<&Path>) -> Result<Self, String> {
        let Some(path) = path else { return Ok(Self { said: HashMap::new(), file: None }) };
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let said = text.lines().filter_map(line).collect();
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { said, file: Some(file) })
    }

    /// What somebody said of a query before, or says now.
    pub(super) fn or_ask(
        &mut self,
        number: u64,
        name: &str,
        ask: impl FnOnce() -> Result<Said, String>,
    ) -> Result<Said, String> {
        if let Some(&said) = self.said.get(&(number, name.to_owned())) {
            return Ok(said);
        }
        let said = ask()?;
        self.said.insert((number, name.to_owned()), said);
        if let Some(file) = &mut self.file {
            writeln!(file, "{number} {name} {} {:.6}", said.word(), said.seconds)
                .map_err(|error| error.to_string())?;
        }
        Ok(said)
    }

    pub(super) fn sum(&self, name: &str, numbers: &[u64]) -> Sum {
        let mut sum = Sum::default();
        for &number in numbers {
            let Some(said) = self.said.get(&(number, name.to_owned())) else { continue };
            sum.seconds += said.seconds;
            sum.n_open += u32::from(said.answer.is_none() && !said.refused);
            sum.n_refused += u32::from(said.refused);
            sum.n_unsatisfiable += u32::from(said.answer == Some("unsat"));
        }
        sum
    }
}

fn line(text: &str) -> Option<((u64, String), Said)> {
    let mut words = text.split(' ');
    let (number, name) = (words.next()?.parse().ok()?, words.next()?.to_owned());
    let (word, seconds) = (words.next()?, words.next()?.parse().ok()?);
    Some(((number, name), Said { answer: answer(word), seconds, refused: word == REFUSED }))
}
