//! What a run changes: memory, output, and the hidden state of the library.

use crate::library::{Arg, Files, Random, Stop};
use crate::memory::{Kind, Memory, OutOfMemory};
use crate::outcome::Limits;
use crate::pointer::Word;
use ir::{TrapKind, Type, VARIADIC_SLOT};
use std::cell::Cell;

/// State of one run.
pub(crate) struct World {
    pub(crate) memory: Memory,
    /// What the program printed.
    pub(crate) stdout: Vec<u8>,
    /// What the program printed to standard error.
    pub(crate) stderr: Vec<u8>,
    /// The files of a whole program.
    pub(crate) files: Files,
    /// Does a number of another length than its format says pass? And did one?
    pub(crate) forgives: bool,
    pub(crate) forgave: Cell<bool>,
    /// The state of `rand`, once it was used.
    pub(crate) random: Option<Random>,
    pub(crate) pointer_bytes: u32,
    /// What `stdin`, `stdout` and `stderr` point to.
    pub(crate) streams: [Word; 3],
    /// What `alloca` gave to frames that are still there, the latest last.
    pub(crate) on_stack: Vec<Word>,
    /// Which allocations are to fail, by their number, and how many there were.
    failing: Vec<u32>,
    n_allocations: u32,
    /// Objects that the library made for itself, by what they are for.
    tables: Vec<(&'static str, Word)>,
}

impl World {
    pub(crate) fn new(memory: Memory, target: ir::Target, streams: [Word; 3]) -> Self {
        Self {
            memory,
            stdout: Vec::new(),
            stderr: Vec::new(),
            files: Files::default(),
            forgives: false,
            forgave: Cell::new(false),
            random: None,
            pointer_bytes: target.pointer_bytes,
            streams,
            on_stack: Vec::new(),
            failing: Vec::new(),
            n_allocations: 0,
            tables: Vec::new(),
        }
    }

    /// As before any run.
    pub(crate) fn reset(&mut self, limits: &Limits) {
        self.memory.reset(limits.memory);
        self.stdout.clear();
        self.stderr.clear();
        self.on_stack.clear();
        self.tables.clear();
        self.random = None;
        self.files = Files::default();
        self.forgave.set(false);
        self.failing.clear();
        self.n_allocations = 0;
    }

    /// These allocations of the run are to fail.
    pub(crate) fn let_fail(&mut self, failing: &[u32]) {
        self.failing.extend_from_slice(failing);
    }

    /// Counts an allocation: is it one of those that fail?
    pub(crate) fn next_allocation_fails(&mut self) -> bool {
        let number = self.n_allocations;
        self.n_allocations = number.saturating_add(1);
        self.failing.contains(&number)
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
        self.memory.store_pointer(place, pointer)
    }

    /// An object with variable arguments, as [`ir::Inst::Variadic`] describes it. What a slot has beyond its argument stays
    /// uninitialised, so that reading more than was passed is noticed.
    pub(crate) fn variadic(&mut self, args: &[Arg]) -> Result<Word, Stop> {
        let area = self.memory.allocate(args.len() as u64 * VARIADIC_SLOT, Kind::Local)?;
        for (arg, place) in args.iter().zip((area..).step_by(VARIADIC_SLOT as usize)) {
            if arg.ty == Type::Ptr {
                self.store_pointer(place, arg.bits as Word)?;
            } else {
                let bits = arg.ty.int_bits().unwrap_or(if arg.ty == Type::F80 { 80 } else { 64 });
                self.memory.put_number(place, arg.bits, bits as usize / 8)?;
            }
        }
        Ok(area)
    }

    /// The variable argument in a slot, as a value of a type.
    pub(crate) fn variadic_argument(&self, slot: Word, ty: Type) -> Result<u128, Stop> {
        Ok(match ty {
            Type::Ptr => self.load_pointer(slot)? as u128,
            Type::Int(bits) => self.memory.number(slot, bits as u64 / 8)?,
            Type::F80 => self.memory.number(slot, 10)?,
            Type::F32 | Type::F64 => self.memory.number(slot, 8)?,
        })
    }

    /// The slot after a slot.
    pub(crate) fn after_argument(&self, slot: Word) -> Result<Word, Stop> {
        Ok(self.memory.advance(slot, VARIADIC_SLOT as i64)?)
    }

    /// Reads a pointer from memory.
    pub(crate) fn load_pointer(&self, place: Word) -> Result<Word, Stop> {
        Ok(self.memory.load_pointer(place)?)
    }

    /// An object with this content.
    pub(crate) fn object(&mut self, bytes: &[u8]) -> Result<Word, OutOfMemory> {
        let pointer = self.memory.allocate(bytes.len() as u64, Kind::Local)?;
        self.memory.write(pointer, bytes).expect("a fresh object should be writable");
        Ok(pointer)
    }
}
