//! Addresses: what pointers look like as numbers and in memory.
//!
//! Where a pointer takes 8 bytes its word is its address. Where it takes less, an object gets an address when a pointer to it
//! first leaves the registers: bases go upwards, 16-aligned with room between them, and are never used twice in a run, so that
//! the way back is unambiguous even for objects that are no more.
//!
//! No compiler puts objects where we do. So that a program which looks at addresses can be told from one which depends on them,
//! there is a second layout: the same run in both shows the difference. There the order of objects is turned round, and where
//! pointers take 8 bytes addresses look as those of compiled programs: 47 bits, of which the lowest are no zeros.

use crate::memory::OutOfMemory;
use crate::pointer::{self, SLOT_NONE, Word};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Bound;

/// An address space in which pointers are not their own addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Space {
    /// Where functions lie, and how many bytes they have.
    code: u64,
    code_room: u64,
    /// The first and the last address of objects.
    first: u64,
    last: u64,
}

impl Space {
    const BITS_32: Self =
        Self { code: 0x0804_8000, code_room: 0x07fb_8000, first: 0x1000_0000, last: 0xffff_ffff };
    const BITS_16: Self = Self { code: 0x1000, code_room: 0x1000, first: 0x2000, last: 0xffff };
    /// The space of the second layout, below what [`HIGHEST`] leads to.
    const BITS_64: Self = Self {
        code: 0x1555_5555_4000,
        code_room: 1 << 32,
        first: 0x2000_0000_0000,
        last: 0x43ff_ffff_ffff,
    };

    fn of(pointer_bytes: u32) -> Option<Self> {
        match pointer_bytes {
            2 => Some(Self::BITS_16),
            4 => Some(Self::BITS_32),
            _ => None,
        }
    }
}

/// In the second layout of 64 bits, where the object in slot 0 would lie; each further one lies below, in room of its own.
const HIGHEST: u64 = 0x7a5a_5a5a_5a50;
const ROOM_BITS: u32 = 24;
/// What fits such a room, which begins in the middle of a power of two.
const MOST_IN_ROOM: u32 = 1 << 23;
/// What lies between two objects.
const GAP: u64 = 32;

/// What the second layout does to addresses as they are printed.
const OTHER_OFFSET: u64 = 0x1234_5670;

/// Where objects lie, as far as a program can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// Where they lie for us.
    #[default]
    Plain,
    /// Somewhere else.
    Other,
}

/// The addresses of one machine.
pub(crate) struct Addresses {
    layout: Layout,
    /// The space of this layout, where words are not addresses; and the one of the plain layout.
    space: Option<Space>,
    plain: Option<Space>,
    /// Where the next object lies whose place is not given by its slot; in the second layout, what it lies below.
    next: u64,
    /// Base and size by the number of the object, and the number by the base.
    bases: BTreeMap<u32, (u64, u32)>,
    tags: BTreeMap<u64, u32>,
    /// What globals had taken when the machine was made, and the objects that got an address since.
    fixed: u64,
    fresh: Vec<u32>,
    /// Did the program look at an address as a number in this run?
    seen: Cell<bool>,
}

impl Addresses {
    pub(crate) fn new(pointer_bytes: u32) -> Self {
        let plain = Space::of(pointer_bytes);
        let first = plain.map_or(0, |space| space.first);
        Self {
            layout: Layout::Plain,
            space: plain,
            plain,
            next: first,
            bases: BTreeMap::new(),
            tags: BTreeMap::new(),
            fixed: first,
            fresh: Vec::new(),
            seen: Cell::new(false),
        }
    }

    /// Where objects are to lie in the runs to come; nothing has an address yet.
    pub(crate) fn lay_out(&mut self, layout: Layout) {
        self.layout = layout;
        (self.space, self.next) = match (layout, self.plain) {
            (Layout::Plain, None) => (None, 0),
            (Layout::Plain, Some(space)) => (Some(space), space.first),
            (Layout::Other, plain) => {
                let space = plain.unwrap_or(Space::BITS_64);
                (Some(space), space.last)
            }
        };
        self.bases.clear();
        self.tags.clear();
        self.freeze();
    }

    /// Did the program look at an address as a number in this run?
    pub(crate) fn were_seen(&self) -> bool {
        self.seen.get()
    }

    /// The program looks at an address as a number.
    pub(crate) fn see(&self) {
        self.seen.set(true);
    }

    /// A pointer as it is printed: a text that is another in the other layout.
    pub(crate) fn printed(&self, word: Word) -> u64 {
        self.see();
        match self.layout {
            Layout::Plain => word,
            Layout::Other => word.wrapping_add(OTHER_OFFSET),
        }
    }

    /// Addresses given so far stay for every run.
    pub(crate) fn freeze(&mut self) {
        self.fixed = self.next;
        self.fresh.clear();
    }

    /// Forgets the addresses that the last run gave.
    pub(crate) fn reset(&mut self) {
        self.seen.set(false);
        for tag in self.fresh.drain(..) {
            if let Some((base, _)) = self.bases.remove(&tag) {
                self.tags.remove(&base);
            }
        }
        self.next = self.fixed;
    }

    /// The address of a pointer to an object of this size, or to a function.
    pub(crate) fn expose(&mut self, word: Word, size: u32) -> Result<u64, OutOfMemory> {
        let Some(space) = self.space.filter(|_| pointer::slot_of(word) != SLOT_NONE) else {
            return Ok(word);
        };
        let (tag, offset) = (pointer::tag_of(word), u64::from(pointer::offset_of(word)));
        if pointer::func_index(word).is_some() {
            return Ok(space.code.wrapping_add(offset));
        }
        let base = match self.bases.get(&tag) {
            Some((base, _)) => *base,
            None => self.place(tag, size, space)?,
        };
        Ok(base.wrapping_add(offset))
    }

    fn place(&mut self, tag: u32, size: u32, space: Space) -> Result<u64, OutOfMemory> {
        let by_slot = match self.layout {
            Layout::Other if self.plain.is_none() && size < MOST_IN_ROOM => {
                pointer::first_in_slot(tag)
            }
            _ => None,
        };
        let base = match by_slot {
            Some(slot) => HIGHEST - ((slot as u64) << ROOM_BITS),
            None => self.take(size, space).ok_or(OutOfMemory)?,
        };
        self.bases.insert(tag, (base, size));
        self.tags.insert(base, tag);
        self.fresh.push(tag);
        Ok(base)
    }

    /// Room for so many bytes and some between objects, upwards or downwards.
    fn take(&mut self, size: u32, space: Space) -> Option<u64> {
        let base;
        (base, self.next) = match self.layout {
            Layout::Plain => (self.next, self.next.checked_add(u64::from(size) + GAP)? & !15),
            Layout::Other => {
                let base = self.next.checked_sub(u64::from(size) + GAP)? & !15;
                (base, base)
            }
        };
        (base >= space.first && self.next <= space.last).then_some(base)
    }

    /// The pointer at an address; an address of nothing is a number made into a pointer.
    pub(crate) fn resolve(&self, address: u64) -> Word {
        let Some(space) = self.space else { return address };
        let address = if self.plain.is_some() { u64::from(address as u32) } else { address };
        let below = self.tags.range((Bound::Unbounded, Bound::Included(address))).next_back();
        match below {
            Some((base, tag)) if address - base <= u64::from(self.bases[tag].1) => {
                pointer::pack(*tag, (address - base) as u32)
            }
            _ if (space.code..space.code + space.code_room).contains(&address) => {
                pointer::code((address - space.code) as u32)
            }
            _ => address,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_back_to_their_pointers() {
        let mut addresses = Addresses::new(4);
        let (a, b) = (pointer::pack(pointer::tag(7, 0), 0), pointer::pack(pointer::tag(8, 3), 0));
        let at = |addresses: &mut Addresses, word| {
            let address = addresses.expose(word, 10).expect("there should be room");
            assert_eq!(addresses.resolve(address), word);
            address
        };
        let first = at(&mut addresses, a);
        assert_eq!((first % 16, at(&mut addresses, b) % 16), (0, 0));
        assert_eq!(
            at(&mut addresses, a + 10),
            first + 10,
            "one past the end belongs to its object"
        );
        assert_eq!(addresses.resolve(first + 11), first + 11, "a number made into a pointer");
        assert_eq!((at(&mut addresses, 0), at(&mut addresses, 4096)), (0, 4096));
        let func = pointer::code(32);
        assert!(at(&mut addresses, func) < Space::BITS_32.first);
        addresses.reset();
        assert_eq!(addresses.resolve(first), first);
    }

    #[test]
    fn a_small_space_ends() {
        let mut addresses = Addresses::new(2);
        let at = |slot| pointer::pack(pointer::tag(slot, 0), 0);
        assert_eq!(addresses.expose(at(7), 0x8000), Ok(0x2000));
        assert_eq!(addresses.expose(at(8), 0x8000), Err(OutOfMemory));
        assert_eq!(addresses.resolve(0x2001), at(7) + 1);
    }

    #[test]
    fn the_second_layout_turns_the_order_round_and_looks_like_a_machine() {
        for pointer_bytes in [2, 4, 8] {
            let mut addresses = Addresses::new(pointer_bytes);
            addresses.lay_out(Layout::Other);
            let words = [(7, 0), (8, 0), (8, 1)]
                .map(|(slot, generation)| pointer::pack(pointer::tag(slot, generation), 3));
            let at = words.map(|word| addresses.expose(word, 10).expect("there should be room"));
            assert!(at[0] > at[1] && at[1] > at[2], "{at:x?}");
            assert!(at.iter().all(|it| it % 16 == 3 && it >> 47 == 0), "{at:x?}");
            assert_eq!(at.map(|it| addresses.resolve(it)), words);
            addresses.reset();
            assert_eq!(addresses.resolve(at[0]), at[0]);
        }
    }
}
