//! `ctype.h` in the C locale, as functions and as the tables behind the macros of the GNU C library.

use crate::memory::{Cell, ObjId, Object, Origin, Rest};
use crate::{Algebra, Bin, Memory, Target, Val};
use ir::{TrapKind, Value};
use std::collections::BTreeMap;

/// Tables reach from -128 to 255.
const FIRST: i32 = -128;
const LAST: i32 = 255;

impl<A: Algebra> Memory<'_, A> {
    /// Is a character of the class that a function is named after?
    pub(super) fn classify(
        &mut self,
        alg: &mut A,
        name: &str,
        c: A::Word,
        inst: Value,
    ) -> Val<A::Word> {
        self.check_character(alg, c, inst);
        Val::Word(classified(alg, c, class_named(name)))
    }

    /// The character that another is mapped to.
    pub(super) fn change(
        &mut self,
        alg: &mut A,
        c: A::Word,
        map: fn(i32) -> i32,
        inst: Value,
    ) -> Val<A::Word> {
        self.check_character(alg, c, inst);
        Val::Word(changed(alg, c, map))
    }

    /// The argument must be an `unsigned char` or `EOF`.
    fn check_character(&mut self, alg: &mut A, c: A::Word, inst: Value) {
        let (eof, last) = (alg.constant(32, u128::from(u32::MAX)), alg.constant(32, LAST as u128));
        let (below, above) = (alg.bin(Bin::Slt, c, eof), alg.bin(Bin::Slt, last, c));
        let outside = alg.or(below, above);
        self.check(alg, TrapKind::LibraryMisuse, outside, inst);
    }

    /// The address of a pointer to the entry for 0 of a constant table.
    pub(super) fn table(
        &mut self,
        alg: &mut A,
        name: &str,
        bytes: u64,
        entry: impl Fn(i32) -> u128,
    ) -> Val<A::Word> {
        let known = self.state.objects.iter().find(|(_, object)| object.name == name);
        let holder = known.map(|(object, _)| object);
        let holder = holder.unwrap_or_else(|| self.make_table(alg, name, bytes, entry));
        Val::Ptr(self.state.pointer_to(alg, Target::Object(holder), 0))
    }

    fn make_table(
        &mut self,
        alg: &mut A,
        name: &str,
        bytes: u64,
        entry: impl Fn(i32) -> u128,
    ) -> ObjId {
        let size = bytes * (LAST - FIRST + 1) as u64;
        let mut cells = BTreeMap::new();
        for (index, c) in (0u64..).zip(FIRST..=LAST) {
            let word = alg.constant(bytes as u32 * 8, entry(c));
            cells.insert(index * bytes, Cell::full(bytes, Val::Word(word)));
        }
        let entries = self.library_object(alg, format!("entries of {name}"), size, cells);
        let width = u64::from(self.program.target.pointer_bytes);
        let zero = i64::from(-FIRST) * bytes as i64;
        let pointer = self.state.pointer_to(alg, Target::Object(entries), zero);
        let cells = BTreeMap::from([(0, Cell::full(width, Val::Ptr(pointer)))]);
        self.library_object(alg, name.to_owned(), width, cells)
    }

    /// An object with its contents from the start: paths that are merged with the one that makes it find them, too.
    fn library_object(
        &mut self,
        alg: &mut A,
        name: String,
        size: u64,
        cells: BTreeMap<u64, Cell<A::Word>>,
    ) -> ObjId {
        let size = alg.constant(64, u128::from(size));
        let object = Object::new(name, Origin::Heap, size, Rest::Uninit);
        self.state.objects.push(Object { read_only: true, cells, ..object })
    }
}

/// The function that asks for a class, its bit in the table, and which bytes are in it.
type Class = (&'static str, u16, fn(u8) -> bool);

// The bits of the classes on a little-endian machine: a header macro tests them, so they are part of the ABI.
const CLASSES: [Class; 12] = [
    ("isupper", 1 << 8, |byte| byte.is_ascii_uppercase()),
    ("islower", 1 << 9, |byte| byte.is_ascii_lowercase()),
    ("isalpha", 1 << 10, |byte| byte.is_ascii_alphabetic()),
    ("isdigit", 1 << 11, |byte| byte.is_ascii_digit()),
    ("isxdigit", 1 << 12, |byte| byte.is_ascii_hexdigit()),
    ("isspace", 1 << 13, |byte| byte == b' ' || (9..=13).contains(&byte)),
    ("isprint", 1 << 14, |byte| (b' '..=b'~').contains(&byte)),
    ("isgraph", 1 << 15, |byte| (b'!'..=b'~').contains(&byte)),
    ("isblank", 1 << 0, |byte| byte == b' ' || byte == b'\t'),
    ("iscntrl", 1 << 1, |byte| byte < 32 || byte == 127),
    ("ispunct", 1 << 2, |byte| byte.is_ascii_punctuation()),
    ("isalnum", 1 << 3, |byte| byte.is_ascii_alphanumeric()),
];

/// The classes of a character, as bits.
pub(super) fn classes(c: i32) -> u16 {
    let Some(byte) = u8::try_from(c).ok().filter(u8::is_ascii) else { return 0 };
    CLASSES.iter().filter(|(_, _, is_in)| is_in(byte)).fold(0, |all, (_, bit, _)| all | bit)
}

fn class_named(name: &str) -> u16 {
    let class = CLASSES.iter().find(|(class, _, _)| *class == name);
    class.expect("every modelled class should be in the table").1
}

pub(super) fn lower(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |byte| i32::from(byte.to_ascii_lowercase()))
}

pub(super) fn upper(c: i32) -> i32 {
    u8::try_from(c).map_or(c, |byte| i32::from(byte.to_ascii_uppercase()))
}

/// The class bit where a character is in the class, else 0.
fn classified<A: Algebra>(alg: &mut A, c: A::Word, class: u16) -> A::Word {
    let mut inside = alg.no();
    for (lo, hi) in runs(|byte| classes(i32::from(byte)) & class != 0) {
        let here = within(alg, c, lo, hi);
        inside = alg.or(inside, here);
    }
    let (bit, zero) = (alg.constant(32, u128::from(class)), alg.constant(32, 0));
    alg.ite(inside, bit, zero)
}

/// A character moved where the mapping moves it, which it does for whole runs by the same distance.
fn changed<A: Algebra>(alg: &mut A, c: A::Word, map: fn(i32) -> i32) -> A::Word {
    let mut result = c;
    for (lo, hi) in runs(|byte| map(i32::from(byte)) != i32::from(byte)) {
        let distance = map(i32::from(lo)) - i32::from(lo);
        let here = within(alg, c, lo, hi);
        let distance = alg.constant(32, u128::from(distance as u32));
        let moved = alg.bin(Bin::Add, c, distance);
        result = alg.ite(here, moved, result);
    }
    result
}

fn within<A: Algebra>(alg: &mut A, c: A::Word, lo: u8, hi: u8) -> A::Word {
    let (lo, hi) = (alg.constant(32, u128::from(lo)), alg.constant(32, u128::from(hi)));
    let (above, below) = (alg.bin(Bin::Ule, lo, c), alg.bin(Bin::Ule, c, hi));
    alg.and(above, below)
}

/// The runs of bytes that are in a set.
fn runs(is_in: impl Fn(u8) -> bool) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for byte in (0..=u8::MAX).filter(|&byte| is_in(byte)) {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == byte => run.1 = byte,
            _ => runs.push((byte, byte)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_set_again() {
        for (name, _, is_in) in CLASSES {
            let ascii = |byte: u8| byte.is_ascii() && is_in(byte);
            let found = runs(ascii);
            for byte in 0..=u8::MAX {
                let inside = found.iter().any(|&(lo, hi)| (lo..=hi).contains(&byte));
                assert_eq!(inside, ascii(byte), "{name} {byte}");
            }
        }
    }
}
