//! What a run leaves behind that nobody can free any more.
//!
//! Roots are the result, globals that were written, objects of the input, and objects of the library. Bytes are looked at as
//! the address sanitizer's leak checker does: whatever looks like a pointer into an object, its end included, holds it.

use super::{Kind, Memory};
use crate::pointer::{Word, offset_of, slot_of, tag_of};
use ir::{Func, Value};

impl Memory {
    /// Where the live allocations were made that no chain of pointers leads to.
    pub(crate) fn leaks(&self, result: Option<Word>) -> Vec<(Func, Value)> {
        let slots = self.n_fixed..self.entries.len();
        let is = |slot: &usize, kind: Kind| {
            self.entries[*slot].alive && self.entries[*slot].kind == kind
        };
        let blocks: Vec<usize> = slots.clone().filter(|slot| is(slot, Kind::Heap)).collect();
        if blocks.is_empty() {
            return Vec::new();
        }
        let mut reached = vec![false; self.entries.len()];
        let mut open: Vec<usize> = self.dirty.iter().map(|&slot| slot as usize).collect();
        open.extend(slots.filter(|slot| is(slot, Kind::Input) || is(slot, Kind::Local)));
        open.extend(result.and_then(|word| self.held(word)));
        while let Some(slot) = open.pop() {
            if !std::mem::replace(&mut reached[slot], true) {
                self.pointers_in(slot, &mut open);
            }
        }
        let lost = blocks.into_iter().filter(|&slot| !reached[slot]);
        lost.filter_map(|slot| self.sites.get(slot).copied().flatten()).collect()
    }

    /// The objects that the bytes of an object lead to.
    fn pointers_in(&self, slot: usize, open: &mut Vec<usize>) {
        let entry = &self.entries[slot];
        let bytes = &self.bytes[entry.start..entry.start + entry.size as usize];
        let windows = bytes.windows(self.pointer_len);
        open.extend(windows.filter_map(|it| self.held(self.resolve(self.number_in(it) as u64))));
    }

    /// The live object that a pointer leads into.
    fn held(&self, pointer: Word) -> Option<usize> {
        let slot = slot_of(pointer);
        let entry = self.entries.get(slot)?;
        let inside =
            entry.alive && entry.tag == tag_of(pointer) && offset_of(pointer) <= entry.size;
        inside.then_some(slot)
    }
}
