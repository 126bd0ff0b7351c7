//! The C library, as far as unit code uses it, on the machine's memory.
//!
//! One file per family, each with one table of [`Model`]s. A model stands for a function without a body if name and signature
//! agree; anything else is a stub of the user. Models check what they touch like loads and stores do, and trap
//! `library-misuse` where the standard calls a use undefined that memory alone would not notice.

mod ctype;
mod errors;
mod files;
mod format;
mod heap;
mod jump;
mod math;
mod number;
mod scan;
mod sort;
mod split;
mod stdio;
mod stdlib;
mod string;
mod time;

use crate::memory::{Fault, OutOfMemory};
use crate::pointer::Word;
use crate::world::World;
use ir::{Signature, Target, TrapKind, Type};

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arg {
    pub(crate) ty: Type,
    pub(crate) bits: u128,
}

/// Why a model does not return, or not yet.
pub(crate) enum Stop {
    Trap(TrapKind),
    Exit(i32),
    Unsupported(String),
    OutOfMemory,
    /// `setjmp`: this place is to remember where the caller is.
    Mark(Word),
    /// `longjmp`: back to where a place was marked, with a value.
    Jump(Word, i32),
    /// It has to call the program first.
    Task(Box<dyn Task>),
}

/// A model at work: what it does depends on calls back into the program.
pub(crate) trait Task {
    /// Goes on with the answer of the last call (0 at first).
    fn step(&mut self, world: &mut World, answer: u128) -> Result<Next, Stop>;
}

/// What a task does next.
pub(crate) enum Next {
    Call(Call),
    Done(u128),
}

/// A call of a function of the program.
pub(crate) struct Call {
    pub(crate) pointer: Word,
    pub(crate) args: Vec<Arg>,
    pub(crate) ret: Option<Type>,
}

impl From<TrapKind> for Stop {
    fn from(kind: TrapKind) -> Self {
        Self::Trap(kind)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Trap(kind) => Self::Trap(kind),
            Fault::Padding => {
                Self::Unsupported("what stands between the members of an input".to_owned())
            }
        }
    }
}

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

/// The word of a result; 0 for none.
pub(crate) type Reply = Result<u128, Stop>;

/// A function of the library.
pub(crate) struct Model {
    name: &'static str,
    /// Result and parameters, a letter each: `p` pointer, `i` int, `z` `size_t` or long, `q` long long, `d` double, `f` float,
    /// `v` none, `.` more arguments.
    sig: &'static str,
    pub(crate) run: fn(&mut World, &[Arg]) -> Reply,
}

const FAMILIES: [&[Model]; 14] = [
    string::MODELS,
    split::MODELS,
    errors::MODELS,
    ctype::MODELS,
    stdlib::MODELS,
    heap::MODELS,
    stdio::MODELS,
    scan::MODELS,
    number::MODELS,
    sort::MODELS,
    time::MODELS,
    jump::MODELS,
    math::EXACT,
    math::MODELS,
];

pub(crate) use files::Files;
pub(crate) use number::Random;

/// The model of a function of files, which whole programs have.
pub(crate) fn find_file(name: &str, sig: &Signature, target: Target) -> Option<&'static Model> {
    let found = spell(sig, target.pointer_bytes);
    let fits =
        |model: &&Model| model.name == name && normal(model.sig, target) == Some(found.clone());
    files::MODELS.iter().find(fits)
}

/// Is there a model of a function of this name?
pub fn is_library(name: &str) -> bool {
    FAMILIES.into_iter().flatten().any(|model| model.name == name)
}

/// The model of a function, if name and signature agree.
pub(crate) fn find(name: &str, sig: &Signature, target: Target) -> Option<&'static Model> {
    let mut models = FAMILIES.into_iter().flatten();
    let found = spell(sig, target.pointer_bytes);
    let fits = |own: String| found == own || is_cut(&found, &own);
    models.find(|model| model.name == name && normal(model.sig, target).is_some_and(fits))
}

/// Is a function declared to return `int` although it returns more? Callers then see the low half of it.
fn is_cut(declared: &str, own: &str) -> bool {
    declared.starts_with('i') && own.starts_with(['z', 'q']) && declared[1..] == own[1..]
}

/// A signature in letters; `z` where the width is a pointer's.
fn spell(sig: &Signature, pointer_bytes: u32) -> String {
    let letter = |ty: Type| match ty {
        Type::Ptr => 'p',
        Type::Int(bits) if bits as u32 == pointer_bytes * 8 => 'z',
        Type::Int(32) => 'i',
        Type::Int(64) => 'q',
        Type::F64 => 'd',
        Type::F32 => 'f',
        Type::Int(_) | Type::F80 => '?',
    };
    let mut text = String::from(sig.ret.map_or('v', letter));
    text.extend(sig.params.iter().map(|&ty| letter(ty)));
    if sig.variadic {
        text.push('.');
    }
    text
}

/// `int` and `long long` are as wide as a pointer on one target each; `c` is an `int` of which the low byte counts. Models of
/// other functions with an `int` are of one with 32 bits.
fn normal(sig: &str, target: Target) -> Option<String> {
    let same = if target.pointer_bytes == 8 { 'q' } else { 'i' };
    let letter = |letter| match letter {
        'i' if target.int_bytes != 4 => None,
        'c' if same == 'i' => Some('z'),
        'c' => Some('i'),
        letter => Some(if letter == same { 'z' } else { letter }),
    };
    sig.chars().map(letter).collect()
}

impl Arg {
    /// A pointer.
    fn pointer(self) -> Word {
        self.bits as Word
    }

    /// An `int`.
    fn int(self) -> i32 {
        self.bits as i32
    }

    /// A `size_t`.
    fn size(self) -> u64 {
        self.bits as u64
    }

    /// A `long` or `long long`, by its own width.
    fn long(self) -> i64 {
        let unused = 128 - self.ty.int_bits().unwrap_or(64);
        (((self.bits << unused) as i128) >> unused) as i64
    }
}

/// The word of an `int` result.
fn int(value: i32) -> u128 {
    value as u32 as u128
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_signatures_spelled_right() {
        let mut names = BTreeSet::new();
        for model in FAMILIES.into_iter().flatten() {
            assert!(names.insert(model.name), "{} occurs twice", model.name);
            assert!(model.sig.chars().all(|c| "piczqdfv.".contains(c)), "{}", model.name);
        }
    }

    #[test]
    fn a_model_needs_its_signature() {
        let sig =
            |ret, params: &[Type]| Signature { ret, params: params.to_vec(), variadic: false };
        let abs = sig(Some(Type::I32), &[Type::I32]);
        let narrow = Target { pointer_bytes: 4, ..Target::LP64 };
        assert!(find("abs", &abs, Target::LP64).is_some() && find("abs", &abs, narrow).is_some());
        assert!(find("abs", &sig(None, &[Type::I32]), Target::LP64).is_none());
        let strlen64 = sig(Some(Type::I64), &[Type::Ptr]);
        let strlen32 = sig(Some(Type::I32), &[Type::Ptr]);
        assert!(
            find("strlen", &strlen64, Target::LP64).is_some()
                && find("strlen", &strlen64, narrow).is_none()
        );
        assert!(find("strlen", &strlen32, narrow).is_some());
        // Declared without its header, it returns what callers take for an `int`.
        assert!(find("strlen", &strlen32, Target::LP64).is_some());
        let strlen8 = sig(Some(Type::Int(8)), &[Type::Ptr]);
        assert!(find("strlen", &strlen8, Target::LP64).is_none());
    }
}
