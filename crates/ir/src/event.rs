//! What a run shows to the outside: outcomes of conditions, switch targets, traps.
//!
//! Interpreter, symbolic executor and native probes all speak these words, so that their traces can be compared.

use crate::{Cond, Func, SwitchId, Value};
use std::fmt;

/// A condition of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CondSite {
    /// The function it stands in.
    pub func: Func,
    /// The condition in that function's body.
    pub cond: Cond,
}

/// A switch of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SwitchSite {
    /// The function it stands in.
    pub func: Func,
    /// The switch in that function's body.
    pub switch: SwitchId,
}

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Event {
    /// A condition had this outcome.
    Cond(CondSite, bool),
    /// A switch went to this target.
    Switch(SwitchSite, u32),
}

/// What went wrong in a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TrapKind {
    /// Signed arithmetic left its type.
    SignedOverflow,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative amount or by the width or more.
    ShiftRange,
    /// A float did not fit the integer type.
    FloatToInt,
    /// A null pointer was used.
    NullPointer,
    /// An access outside its object.
    OutOfBounds,
    /// A pointer to a local that is no more.
    Dangling,
    /// A pointer to what was freed.
    UseAfterFree,
    /// An access at an address that is no multiple of the alignment of its type.
    Misaligned,
    /// Pointer arithmetic left the object.
    PointerArithmetic,
    /// Unrelated pointers were ordered or subtracted.
    PointerCompare,
    /// An uninitialised scalar was read.
    Uninitialised,
    /// A byte that is neither 0 nor 1 was read as `_Bool`.
    InvalidBool,
    /// A constant object was written.
    WriteToConst,
    /// A function pointer did not point to a function of its type.
    BadCall,
    /// `free` or `realloc` of something that was never allocated, or of the middle of it.
    BadFree,
    /// `free` or `realloc` of what was freed before.
    DoubleFree,
    /// A non-void function ended without a value that the caller used, or a `noreturn` one returned.
    MissingReturn,
    /// `__builtin_unreachable` was reached.
    Unreachable,
    /// `assert` failed.
    AssertFailed,
    /// A postcondition does not hold.
    EnsuresFailed,
    /// `abort`, `__builtin_trap`.
    Abort,
    /// A library function was called outside its contract, e.g. overlapping `memcpy`.
    LibraryMisuse,
    /// A loop turned in which nothing changes, so that it never ends.
    Endless,
    /// `exit`, or a function of elsewhere that never returns: nothing goes wrong, but the run ends here.
    Exit,
}

impl TrapKind {
    /// Every kind.
    pub const ALL: [Self; 25] = [
        Self::SignedOverflow,
        Self::DivisionByZero,
        Self::ShiftRange,
        Self::FloatToInt,
        Self::NullPointer,
        Self::OutOfBounds,
        Self::Dangling,
        Self::UseAfterFree,
        Self::Misaligned,
        Self::PointerArithmetic,
        Self::PointerCompare,
        Self::Uninitialised,
        Self::InvalidBool,
        Self::WriteToConst,
        Self::BadCall,
        Self::BadFree,
        Self::DoubleFree,
        Self::MissingReturn,
        Self::Unreachable,
        Self::AssertFailed,
        Self::EnsuresFailed,
        Self::Abort,
        Self::LibraryMisuse,
        Self::Endless,
        Self::Exit,
    ];

    /// Does it say that something went wrong?
    pub fn is_mistake(self) -> bool {
        self != Self::Exit
    }

    /// Its stable name in reports and in the text format.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignedOverflow => "signed-overflow",
            Self::DivisionByZero => "division-by-zero",
            Self::ShiftRange => "shift-range",
            Self::FloatToInt => "float-to-int",
            Self::NullPointer => "null-pointer",
            Self::OutOfBounds => "out-of-bounds",
            Self::Dangling => "dangling",
            Self::UseAfterFree => "use-after-free",
            Self::Misaligned => "misaligned",
            Self::PointerArithmetic => "pointer-arithmetic",
            Self::PointerCompare => "pointer-compare",
            Self::Uninitialised => "uninitialised",
            Self::InvalidBool => "invalid-bool",
            Self::WriteToConst => "write-to-const",
            Self::BadCall => "bad-call",
            Self::BadFree => "bad-free",
            Self::DoubleFree => "double-free",
            Self::MissingReturn => "missing-return",
            Self::Unreachable => "unreachable",
            Self::AssertFailed => "assert-failed",
            Self::EnsuresFailed => "ensures-failed",
            Self::Abort => "abort",
            Self::LibraryMisuse => "library-misuse",
            Self::Endless => "endless",
            Self::Exit => "exit",
        }
    }

    /// What went wrong, as the start of a sentence for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::SignedOverflow => "signed arithmetic leaves its type",
            Self::DivisionByZero => "division by zero",
            Self::ShiftRange => "shift by a negative amount or by the width or more",
            Self::FloatToInt => "a floating-point number does not fit the integer type",
            Self::NullPointer => "a null pointer is used",
            Self::OutOfBounds => "access outside the object",
            Self::Dangling => "access to an object that is no more",
            Self::UseAfterFree => "access to what was freed",
            Self::Misaligned => "access at an address that its type does not allow",
            Self::PointerArithmetic => "a pointer leaves its object",
            Self::PointerCompare => "pointers to different objects are ordered or subtracted",
            Self::Uninitialised => "an uninitialised value is read",
            Self::InvalidBool => "a byte that is neither 0 nor 1 is read as a truth value",
            Self::WriteToConst => "a constant object is written",
            Self::BadCall => "a call through a pointer that is no such function",
            Self::BadFree => "what is freed was not allocated",
            Self::DoubleFree => "what is freed was freed before",
            Self::MissingReturn => "a value is used that the function never returned",
            Self::Unreachable => "a point declared unreachable is reached",
            Self::AssertFailed => "an assertion fails",
            Self::EnsuresFailed => "a postcondition fails",
            Self::Abort => "the program aborts",
            Self::LibraryMisuse => "a library function is called outside its contract",
            Self::Endless => "a loop in which nothing changes never ends",
            Self::Exit => "the program ends",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A trap that happened, and the instruction it happened at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Trap {
    /// What went wrong.
    pub kind: TrapKind,
    /// In which function.
    pub func: Func,
    /// At which instruction.
    pub inst: Value,
}
