//! What a run changes: memory, output, and the hidden state of the library.

use crate::memory::{Kind, Memory, OutOfMemory};
use crate::outcome::Limits;
use crate::pointer::Word;

/// State of one run.
pub(crate) struct World {
    pub(crate) memory: Memory,
    /// What the program printed.
    pub(crate) stdout: Vec<u8>,
    /// What the program printed to standard error.
    pub(crate) stderr: Vec<u8>,
    /// Objects that the library made for itself, by what they are for.
    tables: Vec<(&'static str, Word)>,
}

impl World {
    pub(crate) fn new(memory: Memory) -> Self {
        Self { memory, stdout: Vec::new(), stderr: Vec::new(), tables: Vec::new() }
    }

    /// As before any run.
    pub(crate) fn reset(&mut self, limits: &Limits) {
        self.memory.reset(limits.memory);
        self.stdout.clear();
        self.stderr.clear();
        self.tables.clear();
    }

    /// An object of the library, made when it is first asked for.
    pub(crate) fn table(
        &mut self,
        name: &'static str,
        make: impl FnOnce(&mut Self) -> Result<Word, OutOfMemory>,
    ) -> Result<Word, OutOfMemory> {
        if let Some((_, known)) = self.tables.iter().find(|(known, _)| *known == name) {
            return Ok(*known);
        }
        let made = make(self)?;
        self.tables.push((name, made));
        Ok(made)
    }

    /// An object with this content.
    pub(crate) fn object(&mut self, bytes: &[u8]) -> Result<Word, OutOfMemory> {
        let pointer = self.memory.allocate(bytes.len() as u64, Kind::Local)?;
        self.memory.write(pointer, bytes).expect("a fresh object should be writable");
        Ok(pointer)
    }
}
