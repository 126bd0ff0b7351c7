//! Interned names: a [`Symbol`] is a `u32`, two spellings are equal exactly when their symbols are.
//!
//! One table serves one translation unit. It knows no keywords; the lexer interns those first and
//! recognises them by their index.

use entity::{EntityRef, entity};
use std::ops::Index;

entity! {
    /// An interned name.
    pub struct Symbol = "n";
}

/// Where a scanner puts the words it reads.
pub(crate) trait Intern {
    /// The symbol of a spelling.
    fn intern(&mut self, spelling: &str) -> Symbol;
}

impl Intern for Names {
    fn intern(&mut self, spelling: &str) -> Symbol {
        self.intern(spelling)
    }
}

/// For scanning where only spellings matter: every word has the same symbol.
pub(crate) struct NoNames;

impl Intern for NoNames {
    fn intern(&mut self, _: &str) -> Symbol {
        Symbol::from_index(u32::MAX as usize)
    }
}

/// The names of a translation unit.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// All spellings, one after the other.
    text: String,
    /// Where spelling `i` ends; it starts where its predecessor ends.
    ends: Vec<u32>,
    /// Open addressing with linear probing; 0 is free, otherwise index + 1.
    slots: Vec<u32>,
}

impl Names {
    /// The symbol of a spelling, made if it is new.
    pub fn intern(&mut self, spelling: &str) -> Symbol {
        if self.ends.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot_of(spelling);
        if self.slots[slot] == 0 {
            self.text.push_str(spelling);
            self.ends.push(self.text.len() as u32);
            self.slots[slot] = self.ends.len() as u32;
        }
        Symbol::from_index(self.slots[slot] as usize - 1)
    }

    /// The symbol of a spelling, if it was interned.
    pub fn find(&self, spelling: &str) -> Option<Symbol> {
        if self.slots.is_empty() {
            return None;
        }
        let entry = self.slots[self.slot_of(spelling)];
        (entry != 0).then(|| Symbol::from_index(entry as usize - 1))
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn spelling(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start as usize..self.ends[index] as usize]
    }

    /// The slot that holds the spelling, or the free one where it belongs.
    fn slot_of(&self, spelling: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(spelling.as_bytes()) as usize & mask;
        while self.slots[slot] != 0 && self.spelling(self.slots[slot] as usize - 1) != spelling {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(256);
        self.slots = vec![0; size];
        for index in 0..self.ends.len() {
            let slot = self.slot_of(self.spelling(index));
            self.slots[slot] = index as u32 + 1;
        }
    }
}

impl Index<Symbol> for Names {
    type Output = str;
    fn index(&self, symbol: Symbol) -> &str {
        self.spelling(symbol.index())
    }
}

/// Eight bytes at a time, multiplied and folded; names are short, so set-up cost is what counts.
fn hash(bytes: &[u8]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut h = bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("chunks of eight bytes"));
        h = (h ^ word).wrapping_mul(K).rotate_left(29);
    }
    let mut tail = 0;
    for &byte in chunks.remainder() {
        tail = tail << 8 | u64::from(byte);
    }
    h = (h ^ tail).wrapping_mul(K);
    h ^ h >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_spellings_share_a_symbol() {
        let mut names = Names::default();
        let symbols: Vec<_> = (0..5000).map(|i| names.intern(&format!("name_{i}"))).collect();
        for (i, &symbol) in symbols.iter().enumerate() {
            let spelling = format!("name_{i}");
            assert_eq!(names.intern(&spelling), symbol);
            assert_eq!(names.find(&spelling), Some(symbol));
            assert_eq!(&names[symbol], spelling);
        }
        assert_eq!(names.len(), 5000);
        assert_eq!(names.find("other"), None);
    }
}
