//! What a run changes: memory, output, and the hidden state of the library.

use crate::library::{Random, Stop};
use crate::memory::{Kind, Memory, OutOfMemory};
use crate::outcome::Limits;
use crate::pointer::Word;
use ir::TrapKind;

/// State of one run.
pub(crate) struct World {
    pub(crate) memory: Memory,
    /// What the program printed.
    pub(crate) stdout: Vec<u8>,
    /// What the program printed to standard error.
    pub(crate) stderr: Vec<u8>,
    /// The state of `rand`, once it was used.
    pub(crate) random: Option<Random>,
    pub(crate) pointer_bytes: u32,
    /// What `stdin`, `stdout` and `stderr` point to.
    pub(crate) streams: [Word; 3],
    /// Objects that the library made for itself, by what they are for.
    tables: Vec<(&'static str, Word)>,
}

impl World {
    pub(crate) fn new(memory: Memory, pointer_bytes: u32, streams: [Word; 3]) -> Self {
        Self {
            memory,
            stdout: Vec::new(),
            stderr: Vec::new(),
            random: None,
            pointer_bytes,
            streams,
            tables: Vec::new(),
        }
    }

    /// As before any run.
    pub(crate) fn reset(&mut self, limits: &Limits) {
        self.memory.reset(limits.memory);
        self.stdout.clear();
        self.stderr.clear();
        self.tables.clear();
        self.random = None;
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

    /// The place of `errno`.
    pub(crate) fn errno(&mut self) -> Result<Word, OutOfMemory> {
        self.table("errno", |world| world.object(&[0; 4]))
    }

    /// Sets `errno`; without room for it nobody can ask.
    pub(crate) fn set_errno(&mut self, value: i32) -> Result<(), TrapKind> {
        match self.errno() {
            Ok(place) => self.memory.store(place, value.to_le_bytes()),
            Err(OutOfMemory) => Ok(()),
        }
    }

    /// Writes a pointer to memory.
    pub(crate) fn store_pointer(&mut self, place: Word, pointer: Word) -> Result<(), Stop> {
        let bytes = self.memory.pointer_bytes(pointer)?;
        Ok(self.memory.write(place, &bytes)?)
    }

    /// An object with this content.
    pub(crate) fn object(&mut self, bytes: &[u8]) -> Result<Word, OutOfMemory> {
        let pointer = self.memory.allocate(bytes.len() as u64, Kind::Local)?;
        self.memory.write(pointer, bytes).expect("a fresh object should be writable");
        Ok(pointer)
    }
}
