//! The instructions.

use crate::{
    BinOp, CastOp, Cond, Func, Global, Label, Local, LoopId, Region, Signature, SwitchId, TrapKind,
    Type, UnOp, Value,
};

/// What a call enters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A known function.
    Direct(Func),
    /// A function pointer; traps `bad-call` if it is not a function of this signature.
    Indirect(Value, Signature),
}

/// Bytes that each variable argument takes: room for the widest scalar.
pub const VARIADIC_SLOT: u64 = 16;

/// What models of functions that are defined elsewhere call, written as if in a system header and without a body:
/// `count(to, size, least, more)` says how many elements of `size` bytes are written from `to` on, `least + more()` of them, yet
/// at least so many as are there up to `least` and never more than are there; none where `to` is null, and then `more` is not
/// called.
pub const SCRIPT_COUNT: &str = "__probant_count";

/// `bytes(to, most, fewer)` says how many bytes are written to a buffer of which a caller says that it is `most` long: all of them
/// but `fewer()`, which is as few as are there and as [`MOST_BYTES`] allow; none where `to` is null, and then `fewer` is not called.
pub const SCRIPT_BYTES: &str = "__probant_bytes";

/// Bytes that are written to a buffer at once, at most.
pub const MOST_BYTES: u64 = 1024;

/// `write(to, at, stride, n, value)` puts what `value()` returns at byte `at` of each of the first `n` elements of `stride` bytes.
pub const SCRIPT_WRITE: &str = "__probant_write";

/// Variable arguments that a function under test may look at; those that no input gives are zero.
pub const MOST_VARIADIC: u64 = 256;

/// The variables of C's library that lead to its streams. What `stdout` leads to is a global called `*stdout`.
pub const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// What the names of functions begin with that give any value and do nothing else, as verification tasks write them.
pub const ANY_VALUE: &str = "__VERIFIER_nondet_";

/// What verification tasks call to say what holds from there on: a run in which it does not ends there.
pub const ASSUME: &str = "__VERIFIER_assume";

/// How the names of functions begin that stand for those of other files: pointers of the input may lead to them.
pub const OTHER_FUNCTION: &str = "other_function_";

/// How the names of functions begin that stand for a read of volatile memory: given what is found there, they return what the device
/// shows instead. The script has the difference, so that memory stands still where it says nothing.
pub const DEVICE_READ: &str = "probant_read_";

/// How the names of functions begin that stand for a write to volatile memory: they return what they are given, which others see.
pub const DEVICE_WRITE: &str = "probant_write_";

/// How the names of functions begin that models of other functions tell of a call, with what they were given. Compiled code calls them,
/// so that tests can look; for everyone else the call itself says as much, and there is no such instruction.
pub const CALL_TOLD: &str = "probant_called_";

/// How the names of variables begin that say how often an interrupt may still run its handler: one time in tests, and any number where
/// something is to be excluded.
pub const INTERRUPTS_LEFT: &str = "probant_left_";

/// The variable that says which handler runs, by its number. It is none again when a call is over.
pub const INTERRUPT_LEVEL: &str = "probant_level";

/// Does a function of this name stand for an access of volatile memory?
pub fn is_device(name: &str) -> bool {
    name.starts_with(DEVICE_READ) || name.starts_with(DEVICE_WRITE)
}

/// One range of a switch: values `lo..=hi`, compared as signed 128-bit integers after sign or zero extension by `lower`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// Least value.
    pub lo: i128,
    /// Greatest value.
    pub hi: i128,
    /// Index into the targets of [`crate::SwitchData`].
    pub target: u32,
}

/// One instruction. Those that yield a value say so; all others are statements.
#[allow(missing_docs, reason = "fields are explained in the sentence of their variant")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inst {
    // -- values
    /// An integer constant; `bits` has no bit above the width. Yields.
    Int(Type, u128),
    /// A float constant by its bits. Yields.
    Float(Type, u128),
    /// The null pointer. Yields.
    Null,
    /// The address of an object local. Yields.
    AddrLocal(Local),
    /// The address of a global. Yields.
    AddrGlobal(Global),
    /// The address of a function. Yields.
    AddrFunc(Func),
    /// The address of the variable arguments of this call: each in a slot of [`crate::VARIADIC_SLOT`] bytes, in order, in an
    /// object that dies with the frame. Yields.
    Variadic,
    /// Reads a register; traps `uninitialised` if it was never set since it came to life. Yields.
    Get(Local),
    /// A unary operation. Yields.
    Unary(UnOp, Value),
    /// A binary operation. Yields.
    Binary(BinOp, Value, Value),
    /// A conversion to a type. Yields.
    Cast(CastOp, Type, Value),
    /// `base + index * size` bytes, index an `i64`; traps `pointer-arithmetic` outside the object (one past is inside),
    /// `null-pointer` for a nonzero step from null. Where the result is `accessed`, as in `a[i]` but not in `&a[i]`, it traps
    /// `out-of-bounds` instead of `pointer-arithmetic`: that is what a reader of the C sees. Yields.
    PtrAdd { base: Value, index: Value, size: u64, accessed: bool },
    /// `(a - b) / size` as an `i64`; traps `pointer-compare` across objects. Yields.
    PtrDiff { a: Value, b: Value, size: u64 },
    /// A member of the object pointed to: `base + offset` bytes; traps `null-pointer` on null. Yields.
    PtrField { base: Value, offset: u64 },
    /// Reads a scalar; traps `null-pointer`, `out-of-bounds`, `dangling`, `use-after-free`, `uninitialised`. Yields.
    Load { ty: Type, addr: Value, volatile: bool },
    /// Reads `width` bits from bit `shift` of a `unit`, extended to the unit by sign or zero. Yields.
    LoadBits { unit: Type, addr: Value, shift: u8, width: u8, signed: bool },
    /// Calls a function; yields if it returns a scalar.
    Call { callee: Callee, args: Vec<Value> },

    // -- statements
    /// Writes a register.
    Set(Local, Value),
    /// A local comes to life: fresh and uninitialised.
    Live(Local),
    /// An object local dies: pointers to it dangle.
    Dead(Local),
    /// A variable-length object comes to life with this many bytes (an `i64`).
    LiveSized(Local, Value),
    /// Writes a scalar; traps `null-pointer`, `out-of-bounds`, `dangling`, `use-after-free`, `write-to-const`.
    Store { addr: Value, value: Value, volatile: bool },
    /// Writes the low `width` bits of a value at bit `shift` of a `unit`.
    StoreBits { unit: Type, addr: Value, shift: u8, width: u8, value: Value },
    /// Copies bytes, uninitialised ones included, between objects that are the same or do not overlap.
    Copy { dst: Value, src: Value, size: u64 },
    /// Writes zero bytes.
    Zero { dst: Value, size: u64 },
    /// Stops with a trap.
    Trap(TrapKind),
    /// Stops with a trap where a truth value is 1.
    TrapIf(TrapKind, Value),
    /// Traps `misaligned` unless an address is a multiple of `align`, at most 16. Null and functions are left to the access.
    Aligned { addr: Value, align: u8 },
    /// C that we do not model; objectives whose paths meet it are unknown for this reason.
    Unsupported(String),

    // -- control
    /// Takes one of two regions; `event` records the outcome of a condition.
    If { cond: Value, event: Option<Cond>, then: Region, els: Region },
    /// Repeats its body until something leaves it. Falling off the end of the body starts the next turn.
    Loop { id: LoopId, body: Region },
    /// A turn of an enclosing loop begins: its body is about to be executed once more. Stands where C's loop body starts,
    /// after the condition of `while` and `for` (k-path counts these per dynamic entry of the loop); for loops made by a
    /// backward goto at the head. No effect on the run.
    Turn(LoopId),
    /// A region whose end is the target of `leave`.
    Block { label: Label, body: Region },
    /// Goes to the end of an enclosing block.
    Leave(Label),
    /// Goes to the head of an enclosing loop.
    Next(LoopId),
    /// Goes to the end of one of several enclosing blocks. `signed` says how the value is extended for the arms.
    Switch {
        value: Value,
        signed: bool,
        event: Option<SwitchId>,
        arms: Vec<Arm>,
        targets: Vec<Label>,
        default: u32,
    },
    /// Leaves the function.
    Return(Option<Value>),
}

impl Inst {
    /// Does control never reach the next instruction of the region?
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Self::Leave(_) | Self::Next(_) | Self::Switch { .. } | Self::Return(_) | Self::Trap(_)
        )
    }

    /// The values that the instruction reads.
    pub fn operands(&self) -> Vec<Value> {
        match self {
            Self::Int(..) | Self::Float(..) | Self::Null | Self::Variadic => vec![],
            Self::AddrLocal(_) | Self::AddrGlobal(_) | Self::AddrFunc(_) | Self::Get(_) => vec![],
            Self::Unary(_, a) | Self::Cast(_, _, a) => vec![*a],
            Self::Binary(_, a, b) | Self::PtrDiff { a, b, .. } => vec![*a, *b],
            Self::PtrAdd { base, index, .. } => vec![*base, *index],
            Self::PtrField { base, .. } => vec![*base],
            Self::Load { addr, .. } | Self::LoadBits { addr, .. } => vec![*addr],
            Self::Call { callee: Callee::Direct(_), args } => args.clone(),
            Self::Call { callee: Callee::Indirect(pointer, _), args } => {
                std::iter::once(*pointer).chain(args.iter().copied()).collect()
            }
            Self::Set(_, a) | Self::LiveSized(_, a) => vec![*a],
            Self::Live(_) | Self::Dead(_) | Self::Trap(_) | Self::Unsupported(_) => vec![],
            Self::Store { addr, value, .. } | Self::StoreBits { addr, value, .. } => {
                vec![*addr, *value]
            }
            Self::Copy { dst, src, .. } => vec![*dst, *src],
            Self::Zero { dst, .. } => vec![*dst],
            Self::TrapIf(_, a) | Self::Aligned { addr: a, .. } => vec![*a],
            Self::If { cond, .. } => vec![*cond],
            Self::Loop { .. } | Self::Block { .. } | Self::Leave(_) | Self::Next(_) => vec![],
            Self::Turn(_) => vec![],
            Self::Switch { value, .. } => vec![*value],
            Self::Return(a) => a.iter().copied().collect(),
        }
    }
}
