//! Memory: objects in one growing byte array, with what is known of each byte beside it.
//!
//! Every access checks in this order: null, wild (an integer made into a pointer), dangling, bounds, and then initialisation or
//! constness. Globals come first and stay; all else is forgotten by [`Memory::reset`], which costs as much as the run dirtied.
//! Ranges of dead objects are reused by size class; their slots too, under a new generation, so stale pointers are noticed.

use crate::address::{Addresses, Layout};
use crate::library::Stop;
use crate::pointer::{
    MAX_GENERATION, MAX_SLOTS, NULL, SLOT_CODE, SLOT_DEAD, SLOT_GLOBALS, SLOT_NONE, Word,
    func_index, offset_of, pack, slot_of, tag, tag_of,
};
use ir::{Func, TrapKind, Value};
use std::ops::{Deref, Range};

mod leak;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A global, a string literal, a table of the library.
    Global,
    /// A local variable.
    Local,
    /// What an input pointer leads to; the caller allocated it.
    Input,
    /// What an aggregate argument holds.
    Argument,
    /// An allocation.
    Heap,
}

impl Kind {
    /// Can it be freed? Slots are reused within the same answer only, so that a stale pointer tells what it led to.
    fn is_allocated(self) -> bool {
        matches!(self, Self::Input | Self::Heap)
    }
}

/// An entry of the object table.
#[allow(clippy::struct_excessive_bools, reason = "each is looked at alone, on the hot path")]
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The number that pointers to it carry while it is alive.
    tag: u32,
    alive: bool,
    /// Every byte is a written number.
    full: bool,
    /// Bytes of addresses stand in it before every run.
    has_addresses: bool,
    /// Stores need a second look: a constant, or a global that is still clean.
    guarded: bool,
    /// Was it written since the last reset?
    dirty: bool,
    constant: bool,
    /// Was it to be freed, or moved where there is more room?
    given_back: bool,
    kind: Kind,
    start: usize,
    size: u32,
    /// Bytes reserved in the array; a power of two for what can be freed.
    room: usize,
}

/// What is known of a byte, in `init`.
const NOT_WRITTEN: u8 = 0;
/// It belongs to an object of the input, and no member has it: callers may have put anything there.
const PADDING: u8 = 1;
const WRITTEN: u8 = 2;
/// The first byte of an address, as it stands in memory; those behind it count on.
const ADDRESS: u8 = 3;
/// Bytes of the longest address.
const LONGEST_ADDRESS: usize = 8;

const ADDRESS_MARKS: [u8; LONGEST_ADDRESS] = {
    let mut marks = [ADDRESS; LONGEST_ADDRESS];
    let mut k = 1;
    while k < LONGEST_ADDRESS {
        marks[k] = marks[k - 1] + 1;
        k += 1;
    }
    marks
};

/// Why bytes could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Trap(TrapKind),
    /// What stands between the members of a structure is the caller's, and no input says it.
    Padding,
}

impl From<TrapKind> for Fault {
    fn from(kind: TrapKind) -> Self {
        Self::Trap(kind)
    }
}

/// Why memory could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfMemory;

/// The bytes of a scalar, in the order in which they stand in memory.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    bytes: [u8; 16],
    len: usize,
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// A place that was checked: an index into the byte array.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    at: usize,
    full: bool,
}

/// The memory of one machine.
pub(crate) struct Memory {
    addresses: Addresses,
    /// Bytes of a pointer.
    pointer_len: usize,
    /// Does the most significant byte of a scalar come first?
    big: bool,
    bytes: Vec<u8>,
    init: Vec<u8>,
    entries: Vec<Entry>,
    /// The first free byte of the array.
    top: usize,
    /// Slots of dead objects: of those that end by themselves, of those that are freed.
    free_slots: [Vec<u32>; 2],
    /// Where each allocation was made, by slot; the youngest waits for it to be said.
    sites: Vec<Option<(Func, Value)>>,
    youngest: Option<usize>,
    /// Freed ranges by the logarithm of their room.
    free_ranges: Vec<Vec<usize>>,
    dirty: Vec<u32>,
    /// Globals as they are before any run: the array up to `image.len()`, the table up to `n_fixed`.
    image: Vec<u8>,
    init_image: Vec<u8>,
    n_fixed: usize,
    /// Where pointers stand in them.
    pointers: Vec<(usize, Word)>,
    /// Bytes that live objects beyond the globals take, and how many they may.
    live: u64,
    limit: u64,
}

const DEAD_ENTRY: Entry = Entry {
    tag: u32::MAX,
    alive: false,
    full: false,
    has_addresses: false,
    guarded: false,
    dirty: false,
    constant: false,
    given_back: false,
    kind: Kind::Local,
    start: 0,
    size: 0,
    room: 0,
};

impl Memory {
    /// Memory without globals, for a target.
    pub(crate) fn new(target: ir::Target) -> Self {
        let entries = vec![DEAD_ENTRY; SLOT_GLOBALS];
        Self {
            addresses: Addresses::new(target.pointer_bytes),
            pointer_len: target.pointer_bytes as usize,
            big: target.order == ir::ByteOrder::Big,
            bytes: Vec::new(),
            init: Vec::new(),
            entries,
            top: 0,
            free_slots: [Vec::new(), Vec::new()],
            sites: Vec::new(),
            youngest: None,
            free_ranges: vec![Vec::new(); 33],
            dirty: Vec::new(),
            image: Vec::new(),
            init_image: Vec::new(),
            n_fixed: SLOT_GLOBALS,
            pointers: Vec::new(),
            live: 0,
            limit: u64::MAX,
        }
    }

    /// Adds a global while the machine is built; its bytes are zero and initialised.
    pub(crate) fn add_global(&mut self, size: u64, constant: bool) -> Result<Word, OutOfMemory> {
        let size = u32::try_from(size).map_err(|_| OutOfMemory)?;
        let (slot, start) = (self.entries.len(), self.top);
        let room = (size as usize).next_multiple_of(16).max(16);
        self.top += room;
        self.bytes.resize(self.top, 0);
        self.init.resize(self.top, WRITTEN);
        self.entries.push(Entry {
            tag: tag(slot, 0),
            alive: true,
            full: true,
            has_addresses: false,
            guarded: true,
            dirty: false,
            constant,
            given_back: false,
            kind: Kind::Global,
            start,
            size,
            room,
        });
        Ok(pack(tag(slot, 0), 0))
    }

    /// What globals hold now is what they hold before every run.
    pub(crate) fn freeze_globals(&mut self) {
        self.image = self.bytes[..self.top].to_vec();
        self.init_image = self.init[..self.top].to_vec();
        self.n_fixed = self.entries.len();
        for entry in &mut self.entries {
            entry.has_addresses = !entry.full;
        }
        self.addresses.freeze();
    }

    /// Forgets everything but the globals, which get their initial contents back.
    pub(crate) fn reset(&mut self, limit: u64) {
        for slot in self.dirty.drain(..) {
            let entry = &mut self.entries[slot as usize];
            let range = entry.start..entry.start + entry.room;
            self.bytes[range.clone()].copy_from_slice(&self.image[range.clone()]);
            if !entry.full {
                self.init[range.clone()].copy_from_slice(&self.init_image[range]);
            }
            (entry.full, entry.guarded, entry.dirty) = (!entry.has_addresses, true, false);
        }
        self.entries.truncate(self.n_fixed);
        self.addresses.reset();
        self.free_slots.iter_mut().for_each(Vec::clear);
        self.sites.clear();
        self.youngest = None;
        self.free_ranges.iter_mut().for_each(Vec::clear);
        self.top = self.image.len();
        (self.live, self.limit) = (0, limit);
    }

    /// A new object whose bytes are uninitialised.
    pub(crate) fn allocate(&mut self, size: u64, kind: Kind) -> Result<Word, OutOfMemory> {
        let small = u32::try_from(size).map_err(|_| OutOfMemory)?;
        let room = (size as usize).next_power_of_two().max(16);
        if self.live + room as u64 > self.limit || self.entries.len() >= MAX_SLOTS {
            return Err(OutOfMemory);
        }
        self.live += room as u64;
        let start = self.range(room);
        // Contents of fresh bytes never matter to a correct run; zeros keep incorrect ones the same each time.
        self.bytes[start..start + size as usize].fill(0);
        self.init[start..start + size as usize].fill(NOT_WRITTEN);
        let entry = Entry { alive: true, kind, start, size: small, room, ..DEAD_ENTRY };
        let pointer = pack(self.enter(entry), 0);
        if kind == Kind::Heap {
            self.youngest = Some(slot_of(pointer));
        }
        Ok(pointer)
    }

    /// A new object of the input, of structures: what no member has is the caller's.
    pub(crate) fn allocate_structures(&mut self, size: u64) -> Result<Word, OutOfMemory> {
        let pointer = self.allocate(size, Kind::Input)?;
        let start = self.entries[slot_of(pointer)].start;
        self.init[start..start + size as usize].fill(PADDING);
        Ok(pointer)
    }

    /// Whatever was allocated last was allocated here.
    pub(crate) fn name_site(&mut self, func: Func, inst: Value) {
        let Some(slot) = self.youngest.take() else { return };
        if self.sites.len() <= slot {
            self.sites.resize(slot + 1, None);
        }
        self.sites[slot] = Some((func, inst));
    }

    fn range(&mut self, room: usize) -> usize {
        if let Some(start) = self.free_ranges[room.trailing_zeros() as usize].pop() {
            return start;
        }
        let start = self.top;
        self.top += room;
        if self.top > self.bytes.len() {
            self.bytes.resize(self.top, 0);
            self.init.resize(self.top, NOT_WRITTEN);
        }
        start
    }

    fn enter(&mut self, mut entry: Entry) -> u32 {
        if let Some(slot) = self.free_slots[usize::from(entry.kind.is_allocated())].pop() {
            let slot = slot as usize;
            entry.tag = self.entries[slot].tag + tag(0, 1);
            self.entries[slot] = entry;
        } else {
            entry.tag = tag(self.entries.len(), 0);
            self.entries.push(entry);
        }
        entry.tag
    }

    /// An object dies; pointers to it dangle from now on.
    pub(crate) fn kill(&mut self, pointer: Word) {
        let slot = slot_of(pointer);
        let Some(entry) = self.entries.get_mut(slot) else {
            return;
        };
        if entry.tag != tag_of(pointer) || !entry.alive {
            return;
        }
        entry.alive = false;
        self.live -= entry.room as u64;
        self.free_ranges[entry.room.trailing_zeros() as usize].push(entry.start);
        if entry.tag < tag(0, MAX_GENERATION) {
            self.free_slots[usize::from(entry.kind.is_allocated())].push(slot as u32);
        }
    }

    /// The object of a pointer, dead or alive.
    fn entry(&self, pointer: Word) -> Result<&Entry, TrapKind> {
        let entry = self.entries.get(slot_of(pointer)).filter(|entry| entry.tag == tag_of(pointer));
        match entry {
            Some(entry) if entry.alive => Ok(entry),
            _ => Err(self.why_not(pointer)),
        }
    }

    #[cold]
    fn why_not(&self, pointer: Word) -> TrapKind {
        let slot = slot_of(pointer);
        match self.entries.get(slot) {
            _ if pointer == NULL => TrapKind::NullPointer,
            _ if slot == SLOT_NONE || slot == SLOT_CODE => TrapKind::OutOfBounds,
            _ if slot == SLOT_DEAD => TrapKind::Dangling,
            Some(entry) if tag_of(pointer) <= entry.tag && entry.kind.is_allocated() => {
                TrapKind::UseAfterFree
            }
            Some(entry) if tag_of(pointer) <= entry.tag => TrapKind::Dangling,
            _ => TrapKind::OutOfBounds,
        }
    }

    /// Checks that `len` bytes at a pointer can be read, whatever they hold.
    #[inline]
    pub(crate) fn readable(&self, pointer: Word, len: u64) -> Result<Place, TrapKind> {
        let entry = self.entry(pointer)?;
        let offset = offset_of(pointer) as u64;
        if offset.saturating_add(len) > entry.size as u64 {
            return Err(TrapKind::OutOfBounds);
        }
        Ok(Place { at: entry.start + offset as usize, full: entry.full })
    }

    /// Checks that `len` bytes at a pointer can be written.
    #[inline]
    pub(crate) fn writable(&mut self, pointer: Word, len: u64) -> Result<Place, TrapKind> {
        let entry = self.entry(pointer)?;
        let offset = offset_of(pointer) as u64;
        if offset.saturating_add(len) > entry.size as u64 {
            return Err(TrapKind::OutOfBounds);
        }
        let place = Place { at: entry.start + offset as usize, full: entry.full };
        if entry.guarded {
            self.write_guarded(pointer)?;
        }
        Ok(place)
    }

    #[cold]
    fn write_guarded(&mut self, pointer: Word) -> Result<(), TrapKind> {
        let slot = slot_of(pointer);
        let entry = &mut self.entries[slot];
        if entry.constant {
            return Err(TrapKind::WriteToConst);
        }
        self.mark_dirty(slot);
        Ok(())
    }

    fn mark_dirty(&mut self, slot: usize) {
        let entry = &mut self.entries[slot];
        if entry.kind == Kind::Global && entry.guarded {
            if !entry.dirty {
                self.dirty.push(slot as u32);
            }
            entry.dirty = true;
            entry.guarded = entry.constant;
        }
    }

    /// Reads `N` initialised bytes of a scalar, the least significant one first.
    #[inline]
    pub(crate) fn load<const N: usize>(&self, pointer: Word) -> Result<[u8; N], Fault> {
        let Place { at, full } = self.readable(pointer, N as u64)?;
        if !full && self.init[at..at + N] != [WRITTEN; N] {
            self.look_closer(at..at + N)?;
        }
        Ok(self.scalar_at(at))
    }

    /// Writes `N` bytes of a scalar, given with the least significant one first.
    #[inline]
    pub(crate) fn store<const N: usize>(
        &mut self,
        pointer: Word,
        mut bytes: [u8; N],
    ) -> Result<(), TrapKind> {
        if self.big {
            bytes.reverse();
        }
        let Place { at, full } = self.writable(pointer, N as u64)?;
        self.bytes[at..at + N].copy_from_slice(&bytes);
        if !full {
            self.init[at..at + N].fill(WRITTEN);
        }
        Ok(())
    }

    /// Reads initialised bytes.
    pub(crate) fn read(&self, pointer: Word, len: u64) -> Result<&[u8], Fault> {
        let Place { at, full } = self.readable(pointer, len)?;
        let range = at..at + len as usize;
        if !full && self.is_no_plain_number(range.clone()) {
            self.look_closer(range.clone())?;
        }
        Ok(&self.bytes[range])
    }

    /// Reads a scalar of at most 16 bytes.
    pub(crate) fn number(&self, pointer: Word, len: u64) -> Result<u128, Fault> {
        self.read(pointer, len).map(|bytes| self.number_in(bytes))
    }

    /// Writes a scalar of at most 16 bytes.
    pub(crate) fn put_number(
        &mut self,
        pointer: Word,
        number: u128,
        len: usize,
    ) -> Result<(), TrapKind> {
        self.write(pointer, &self.bytes_of(number, len))
    }

    /// The number that bytes of a scalar are.
    pub(crate) fn number_in(&self, bytes: &[u8]) -> u128 {
        let mut word = [0; 16];
        let n = bytes.len().min(16);
        word[..n].copy_from_slice(&bytes[..n]);
        if self.big {
            word[..n].reverse();
        }
        u128::from_le_bytes(word)
    }

    /// The bytes of a scalar as they stand in memory.
    pub(crate) fn bytes_of(&self, number: u128, len: usize) -> Bytes {
        let mut bytes = number.to_le_bytes();
        if self.big {
            bytes[..len].reverse();
        }
        Bytes { bytes, len }
    }

    /// Does the most significant byte of a scalar come first?
    pub(crate) fn is_big(&self) -> bool {
        self.big
    }

    /// Is there a byte that nobody wrote, or one of an address?
    fn is_no_plain_number(&self, range: Range<usize>) -> bool {
        self.init[range].iter().any(|&it| it != WRITTEN)
    }

    /// Can bytes be read of which not all are written numbers? Whoever reads those of an address sees where things lie.
    #[cold]
    fn look_closer(&self, range: Range<usize>) -> Result<(), Fault> {
        match self.init[range].iter().min() {
            Some(&NOT_WRITTEN) => Err(Fault::Trap(TrapKind::Uninitialised)),
            Some(&PADDING) => Err(Fault::Padding),
            _ => {
                self.addresses.see();
                Ok(())
            }
        }
    }

    /// Reads bytes whether or not they are initialised.
    pub(crate) fn peek(&self, pointer: Word, len: u64) -> Result<&[u8], TrapKind> {
        let Place { at, .. } = self.readable(pointer, len)?;
        Ok(&self.bytes[at..at + len as usize])
    }

    /// The bytes of a string, without its terminator.
    pub(crate) fn string(&self, pointer: Word) -> Result<&[u8], Fault> {
        let size = self.size(pointer)? as u64;
        let rest = size.saturating_sub(offset_of(pointer) as u64);
        let bytes = self.peek(pointer, rest)?;
        let len = bytes.iter().position(|&byte| byte == 0).ok_or(TrapKind::OutOfBounds)?;
        self.read(pointer, len as u64 + 1).map(|bytes| &bytes[..len])
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, pointer: Word, bytes: &[u8]) -> Result<(), TrapKind> {
        let Place { at, .. } = self.writable(pointer, bytes.len() as u64)?;
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        self.init[at..at + bytes.len()].fill(WRITTEN);
        Ok(())
    }

    /// Fills bytes.
    pub(crate) fn fill(&mut self, pointer: Word, len: u64, byte: u8) -> Result<(), TrapKind> {
        let Place { at, .. } = self.writable(pointer, len)?;
        self.bytes[at..at + len as usize].fill(byte);
        self.init[at..at + len as usize].fill(WRITTEN);
        Ok(())
    }

    /// Copies bytes with their initialisation; the ranges may overlap.
    pub(crate) fn copy(&mut self, dst: Word, src: Word, len: u64) -> Result<(), TrapKind> {
        let from = self.readable(src, len)?;
        let to = self.writable(dst, len)?;
        let range = from.at..from.at + len as usize;
        self.bytes.copy_within(range.clone(), to.at);
        // An object that is `full` cannot receive other bytes and stay so.
        if to.full && !from.full && self.is_no_plain_number(range.clone()) {
            self.entries[slot_of(dst)].full = false;
        }
        self.init.copy_within(range, to.at);
        Ok(())
    }

    /// Moves a pointer by bytes; it must stay inside its object or one past it.
    #[inline]
    pub(crate) fn advance(&self, pointer: Word, step: i64) -> Result<Word, TrapKind> {
        let entry = self.entries.get(slot_of(pointer));
        let to = offset_of(pointer) as i64;
        match entry {
            // What is no more has no bounds: its slot may already have another tenant.
            Some(entry) if entry.tag == tag_of(pointer) && entry.alive => {
                match to.checked_add(step) {
                    Some(to) if to >= 0 && to <= entry.size as i64 => {
                        Ok(pack(entry.tag, to as u32))
                    }
                    _ => Err(TrapKind::PointerArithmetic),
                }
            }
            _ if pointer == NULL && step != 0 => Err(TrapKind::NullPointer),
            // No object, no bounds: an integer made into a pointer moves as an integer does.
            _ => Ok(pointer.wrapping_add(step as u64)),
        }
    }

    /// The address of a pointer, as it stands in memory.
    pub(crate) fn expose(&mut self, pointer: Word) -> Result<u64, OutOfMemory> {
        let entry = self.entries.get(slot_of(pointer)).filter(|it| tag_of(pointer) <= it.tag);
        // What never led anywhere is the number that it was made of.
        let Some(size) = entry.map(|entry| entry.size) else { return Ok(pointer) };
        self.addresses.expose(pointer, size)
    }

    /// What a program sees of a pointer that it converts to an integer.
    pub(crate) fn number_of(&mut self, pointer: Word) -> Result<u64, OutOfMemory> {
        if slot_of(pointer) != SLOT_NONE {
            self.addresses.see();
        }
        self.expose(pointer)
    }

    /// The pointer that a program makes from a number.
    pub(crate) fn pointer_of(&self, number: u64) -> Word {
        self.resolve(number)
    }

    fn leads_somewhere(&self, pointer: Word) -> bool {
        slot_of(pointer) == SLOT_CODE || self.entry(pointer).is_ok()
    }

    /// Is some byte of `len` at a place one of a pointer's that stands there or reaches in? Its value is nobody's to foresee.
    pub(crate) fn holds_address(&self, place: Word, len: u64) -> bool {
        let Ok(size) = self.size(place) else { return false };
        let width = self.pointer_len as u64;
        let at = u64::from(offset_of(place));
        let (first, last) = (at.saturating_sub(width - 1), at + len);
        (first..last.min(u64::from(size).saturating_sub(width - 1))).any(|start| {
            let window = self.peek(place - at + start, width).unwrap_or_default();
            let pointer = self.resolve(self.number_in(window) as u64);
            func_index(pointer).is_some() || self.leads_somewhere(pointer)
        })
    }

    /// Where objects are to lie, as far as programs can see, in the runs to come.
    pub(crate) fn lay_out(&mut self, layout: Layout) {
        self.addresses.lay_out(layout);
        for (at, pointer) in std::mem::take(&mut self.pointers) {
            if let Ok(bytes) = self.pointer_bytes(pointer) {
                self.bytes[at..at + bytes.len()].copy_from_slice(&bytes);
                self.image[at..at + bytes.len()].copy_from_slice(&bytes);
                self.pointers.push((at, pointer));
            }
        }
        self.addresses.freeze();
    }

    /// A pointer as it is printed.
    pub(crate) fn printed(&self, pointer: Word) -> u64 {
        self.addresses.printed(pointer)
    }

    /// Did the program convert an address to an integer in this run?
    pub(crate) fn addresses_were_seen(&self) -> bool {
        self.addresses.were_seen()
    }

    /// The pointer at an address.
    pub(crate) fn resolve(&self, address: u64) -> Word {
        self.addresses.resolve(address)
    }

    /// The bytes of a pointer.
    pub(crate) fn pointer_bytes(&mut self, pointer: Word) -> Result<Bytes, OutOfMemory> {
        let address = self.expose(pointer)?;
        Ok(self.bytes_of(address.into(), self.pointer_len))
    }

    /// Reads a pointer.
    #[inline]
    pub(crate) fn load_pointer(&self, place: Word) -> Result<Word, Fault> {
        let address = match self.pointer_len {
            8 => u64::from_le_bytes(self.load_address(place)?),
            4 => u32::from_le_bytes(self.load_address(place)?).into(),
            _ => u16::from_le_bytes(self.load_address(place)?).into(),
        };
        Ok(self.resolve(address))
    }

    /// Reads the bytes of a pointer, the least significant one first. A whole address tells nobody where things lie.
    #[inline]
    fn load_address<const N: usize>(&self, place: Word) -> Result<[u8; N], Fault> {
        let Place { at, full } = self.readable(place, N as u64)?;
        let known = &self.init[at..at + N];
        if !full && known != &ADDRESS_MARKS[..N] && known != [WRITTEN; N] {
            self.look_closer(at..at + N)?;
        }
        Ok(self.scalar_at(at))
    }

    /// Are the bytes of a pointer put together of those of an address and others?
    pub(crate) fn is_mixed(&self, place: Word) -> bool {
        let Ok(Place { at, full: false }) = self.readable(place, self.pointer_len as u64) else {
            return false;
        };
        let known = &self.init[at..at + self.pointer_len];
        known.iter().any(|&it| it >= ADDRESS) && known != &ADDRESS_MARKS[..self.pointer_len]
    }

    /// The bytes of a scalar, the least significant one first.
    #[inline]
    fn scalar_at<const N: usize>(&self, at: usize) -> [u8; N] {
        let mut bytes: [u8; N] =
            self.bytes[at..at + N].try_into().expect("the slice should have N bytes");
        if self.big {
            bytes.reverse();
        }
        bytes
    }

    /// Writes a pointer.
    pub(crate) fn store_pointer(&mut self, place: Word, pointer: Word) -> Result<(), Stop> {
        let bytes = self.pointer_bytes(pointer)?;
        self.write(place, &bytes)?;
        self.mark_address(place, pointer);
        Ok(())
    }

    /// A pointer stands at a place: its bytes are those of an address, unless it leads nowhere.
    fn mark_address(&mut self, place: Word, pointer: Word) {
        let slot = slot_of(place);
        if slot_of(pointer) >= self.entries.len() {
            return;
        }
        let entry = &mut self.entries[slot];
        entry.full = false;
        let at = entry.start + offset_of(place) as usize;
        self.init[at..at + self.pointer_len].copy_from_slice(&ADDRESS_MARKS[..self.pointer_len]);
    }

    /// Can what a pointer leads to be freed? Only from its start.
    pub(crate) fn check_free(&mut self, pointer: Word) -> Result<(), TrapKind> {
        match self.entry(pointer) {
            Ok(entry) if offset_of(pointer) == 0 && entry.kind.is_allocated() => {
                self.entries[slot_of(pointer)].given_back = true;
                Ok(())
            }
            Err(TrapKind::UseAfterFree) => Err(TrapKind::DoubleFree),
            _ => Err(TrapKind::BadFree),
        }
    }

    /// Was the object of a pointer to be freed, whether or not it was?
    pub(crate) fn is_given_back(&self, pointer: Word) -> bool {
        self.entry(pointer).is_ok_and(|entry| entry.given_back)
    }

    /// Bytes from where a pointer leads, as they stand there; none where there are not so many.
    pub(crate) fn bytes_at(&self, pointer: Word, len: u64) -> &[u8] {
        let place = self.readable(pointer, len);
        place.map_or(&[], |place| &self.bytes[place.at..place.at + len as usize])
    }

    /// Does the object of a pointer still exist?
    pub(crate) fn is_alive(&self, pointer: Word) -> bool {
        self.entry(pointer).is_ok()
    }

    /// May pointers that differ here be one address elsewhere: one to a block that is gone, the other to one that may lie in its
    /// place?
    pub(crate) fn may_share_place(&self, a: Word, b: Word) -> bool {
        let is_gone = |it: Word| matches!(self.entry(it), Err(TrapKind::UseAfterFree));
        a != b && (is_gone(a) && self.is_new_block(b) || is_gone(b) && self.is_new_block(a))
    }

    /// Does a pointer lead to what this run allocated?
    pub(crate) fn is_new_block(&self, pointer: Word) -> bool {
        self.entry(pointer).is_ok_and(|entry| entry.kind == Kind::Heap)
    }

    /// An object of the input belongs to the call, not to whoever allocated it.
    pub(crate) fn hand_over(&mut self, pointer: Word) {
        if let Some(entry) = self.entries.get_mut(slot_of(pointer)) {
            entry.kind = Kind::Argument;
        }
    }

    /// Bytes of the live object that a pointer leads to.
    pub(crate) fn size(&self, pointer: Word) -> Result<u32, TrapKind> {
        self.entry(pointer).map(|entry| entry.size)
    }

    /// Does a pointer lead to an object that must not be written?
    pub(crate) fn is_constant(&self, pointer: Word) -> bool {
        self.entry(pointer).is_ok_and(|entry| entry.constant)
    }

    /// Makes an object constant.
    pub(crate) fn seal(&mut self, pointer: Word) {
        let entry = &mut self.entries[slot_of(pointer)];
        (entry.guarded, entry.constant) = (true, true);
    }

    /// Writes a pointer of an initial state, given with its bytes, constant objects included.
    pub(crate) fn initialise_pointer(
        &mut self,
        place: Word,
        pointer: Word,
        bytes: &[u8],
    ) -> Result<(), TrapKind> {
        self.initialise(place, bytes)?;
        self.mark_address(place, pointer);
        let entry = &self.entries[slot_of(place)];
        if entry.kind == Kind::Global && self.image.is_empty() {
            let at = entry.start + offset_of(place) as usize;
            self.pointers.push((at, pointer));
        }
        Ok(())
    }

    /// Writes bytes of an initial state, constant objects included.
    pub(crate) fn initialise(&mut self, pointer: Word, bytes: &[u8]) -> Result<(), TrapKind> {
        let place = self.readable(pointer, bytes.len() as u64)?;
        self.mark_dirty(slot_of(pointer));
        let range = place.at..place.at + bytes.len();
        self.bytes[range.clone()].copy_from_slice(bytes);
        self.init[range].fill(WRITTEN);
        Ok(())
    }
}
