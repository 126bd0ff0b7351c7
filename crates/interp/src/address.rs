//! Addresses: what pointers look like as numbers and in memory.
//!
//! Where a pointer takes 8 bytes its word is its address. Where it takes less, an object gets an address when a pointer to it
//! first leaves the registers: bases go upwards, 16-aligned with room between them, and are never used twice in a run, so that
//! the way back is unambiguous even for objects that are no more.
//!
//! No compiler puts objects where we do. So that a program which looks at addresses can be told from one which depends on them,
//! there is a second layout: the same run in both shows the difference.

use crate::memory::OutOfMemory;
use crate::pointer::{self, SLOT_NONE, Word};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Bound;

/// An address space in which pointers are not their own addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Narrow {
    /// Where functions lie, below all objects.
    code: u32,
    /// Where objects lie.
    objects: u32,
    /// The last address.
    last: u32,
}

impl Narrow {
    const BITS_32: Self = Self { code: 0x0804_8000, objects: 0x1000_0000, last: u32::MAX };
    const BITS_16: Self = Self { code: 0x1000, objects: 0x2000, last: 0xffff };

    fn of(pointer_bytes: u32) -> Option<Self> {
        match pointer_bytes {
            2 => Some(Self::BITS_16),
            4 => Some(Self::BITS_32),
            _ => None,
        }
    }
}

/// What the second layout does to the number of an object and to the offsets inside: it turns their order round, and keeps them
/// 16-aligned.
const OTHER_TAG: u32 = 0x3a5a_5a5a;
const OTHER_OFFSET: u32 = 0x1234_5670;

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
    /// How large the space is where a pointer takes less than 8 bytes.
    narrow: Option<Narrow>,
    next: u32,
    /// Base and size by the number of the object, and the number by the base.
    bases: BTreeMap<u32, (u32, u32)>,
    tags: BTreeMap<u32, u32>,
    /// What globals had taken when the machine was made.
    fixed: u32,
    layout: Layout,
    /// Did the program look at an address as a number in this run?
    seen: Cell<bool>,
}

impl Addresses {
    pub(crate) fn new(pointer_bytes: u32) -> Self {
        let first = Narrow::of(pointer_bytes).map_or(0, |space| space.objects);
        Self {
            narrow: Narrow::of(pointer_bytes),
            next: first,
            bases: BTreeMap::new(),
            tags: BTreeMap::new(),
            fixed: first,
            layout: Layout::Plain,
            seen: Cell::new(false),
        }
    }

    /// Where objects are to lie in the runs to come.
    pub(crate) fn lay_out(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Did the program look at an address as a number in this run?
    pub(crate) fn were_seen(&self) -> bool {
        self.seen.get()
    }

    /// A pointer's address as the program sees it when it converts it to an integer.
    pub(crate) fn number(&mut self, word: Word, size: u32) -> Result<u64, OutOfMemory> {
        if pointer::slot_of(word) == SLOT_NONE {
            return Ok(word);
        }
        self.seen.set(true);
        let address = self.expose(word, size)?;
        Ok(match (self.layout, self.narrow) {
            (Layout::Plain, _) => address,
            (Layout::Other, Some(space)) => {
                u64::from((address as u32).wrapping_add(OTHER_OFFSET) & space.last)
            }
            (Layout::Other, None) => pointer::pack(
                pointer::tag_of(address) ^ OTHER_TAG,
                pointer::offset_of(address).wrapping_add(OTHER_OFFSET),
            ),
        })
    }

    /// A pointer as it is printed: a text that is another in the other layout.
    pub(crate) fn printed(&self, word: Word) -> u64 {
        self.seen.set(true);
        match self.layout {
            Layout::Plain => word,
            Layout::Other => word.wrapping_add(u64::from(OTHER_OFFSET)),
        }
    }

    /// The address that the program may mean by a number, where it is not its own address in this layout.
    pub(crate) fn unmoved(&self, number: u64) -> Option<u64> {
        match (self.layout, self.narrow) {
            (Layout::Plain, _) => None,
            (Layout::Other, Some(space)) => {
                Some(u64::from((number as u32).wrapping_sub(OTHER_OFFSET) & space.last))
            }
            (Layout::Other, None) => Some(pointer::pack(
                pointer::tag_of(number) ^ OTHER_TAG,
                pointer::offset_of(number).wrapping_sub(OTHER_OFFSET),
            )),
        }
    }

    /// Addresses given so far stay for every run.
    pub(crate) fn freeze(&mut self) {
        self.fixed = self.next;
    }

    /// Forgets the addresses that the last run gave.
    pub(crate) fn reset(&mut self) {
        self.seen.set(false);
        if self.next != self.fixed {
            self.tags.split_off(&self.fixed).into_values().for_each(|tag| {
                self.bases.remove(&tag);
            });
            self.next = self.fixed;
        }
    }

    /// The address of a pointer to an object of this size.
    pub(crate) fn expose(&mut self, word: Word, size: u32) -> Result<u64, OutOfMemory> {
        let Some(space) = self.narrow.filter(|_| pointer::slot_of(word) != SLOT_NONE) else {
            return Ok(word);
        };
        let (tag, offset) = (pointer::tag_of(word), pointer::offset_of(word));
        if pointer::func_index(word).is_some() {
            return Ok(space.code.wrapping_add(offset) as u64);
        }
        let base = match self.bases.get(&tag) {
            Some((base, _)) => *base,
            None => self.place(tag, size, space)?,
        };
        Ok(base.wrapping_add(offset) as u64)
    }

    fn place(&mut self, tag: u32, size: u32, space: Narrow) -> Result<u32, OutOfMemory> {
        let base = self.next;
        let end = base.checked_add(size).and_then(|end| end.checked_add(32)).ok_or(OutOfMemory)?;
        if end > space.last {
            return Err(OutOfMemory);
        }
        self.next = end & !15;
        self.bases.insert(tag, (base, size));
        self.tags.insert(base, tag);
        Ok(base)
    }

    /// The pointer at an address; an address of nothing is a number made into a pointer.
    pub(crate) fn resolve(&self, address: u64) -> Word {
        let Some(space) = self.narrow else { return address };
        let address = address as u32;
        let below = self.tags.range((Bound::Unbounded, Bound::Included(address))).next_back();
        match below {
            Some((base, tag)) if address - base <= self.bases[tag].1 => {
                pointer::pack(*tag, address - base)
            }
            _ if (space.code..space.objects).contains(&address) => {
                pointer::code(address - space.code)
            }
            _ => address as u64,
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
        assert!(at(&mut addresses, func) < u64::from(Narrow::BITS_32.objects));
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
}
