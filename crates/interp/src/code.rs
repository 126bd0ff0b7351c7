//! Flat code: what a body is compiled to.
//!
//! A frame is a window of 64-bit words. Integers up to 64 bits are kept zero-extended in one word, floats by their bits, pointers
//! as described in [`crate::pointer`]; `i128` and `f80` take two words, low first. The window starts with a template that is
//! copied at entry: constants, flags of registers that may be read before they are set, and pointers of object locals.

use ir::{BinOp, CastOp, Cond, Func, SwitchId, TrapKind, Type, UnOp, Value};

/// An index into the window of a frame.
pub(crate) type Slot = u32;

/// A place in the code of a function.
pub(crate) type Pc = u32;

/// An index into a side table of [`Code`].
pub(crate) type Index = u32;

/// One operation. `d` is where the result goes; `w` is the width in bits of the operands.
#[derive(Clone, Copy, Debug)]
#[rustfmt::skip] // A table: one operation a line.
pub(crate) enum Op {
    Move { d: Slot, a: Slot },
    MoveWide { d: Slot, a: Slot },

    Add { w: u8, d: Slot, a: Slot, b: Slot },
    AddS { w: u8, d: Slot, a: Slot, b: Slot },
    Sub { w: u8, d: Slot, a: Slot, b: Slot },
    SubS { w: u8, d: Slot, a: Slot, b: Slot },
    Mul { w: u8, d: Slot, a: Slot, b: Slot },
    MulS { w: u8, d: Slot, a: Slot, b: Slot },
    DivU { d: Slot, a: Slot, b: Slot },
    DivS { w: u8, d: Slot, a: Slot, b: Slot },
    RemU { d: Slot, a: Slot, b: Slot },
    RemS { w: u8, d: Slot, a: Slot, b: Slot },
    /// Shifts: the amount has a width of its own.
    Shl { w: u8, amount: u8, d: Slot, a: Slot, b: Slot },
    ShrU { w: u8, amount: u8, d: Slot, a: Slot, b: Slot },
    ShrS { w: u8, amount: u8, d: Slot, a: Slot, b: Slot },
    And { d: Slot, a: Slot, b: Slot },
    Or { d: Slot, a: Slot, b: Slot },
    Xor { d: Slot, a: Slot, b: Slot },
    Eq { d: Slot, a: Slot, b: Slot },
    Ne { d: Slot, a: Slot, b: Slot },
    LtU { d: Slot, a: Slot, b: Slot },
    LeU { d: Slot, a: Slot, b: Slot },
    LtS { w: u8, d: Slot, a: Slot, b: Slot },
    LeS { w: u8, d: Slot, a: Slot, b: Slot },
    Neg { w: u8, d: Slot, a: Slot },
    NegS { w: u8, d: Slot, a: Slot },
    Not { w: u8, d: Slot, a: Slot },
    Trunc { w: u8, d: Slot, a: Slot },
    Sext { from: u8, to: u8, d: Slot, a: Slot },

    /// Operations with an `i128` among the operands; `amount` is the width of the second, which differs only for shifts.
    WideBinary { op: BinOp, w: u8, amount: u8, d: Slot, a: Slot, b: Slot },
    WideUnary { op: UnOp, d: Slot, a: Slot },
    /// From `from` bits to 128.
    WideFrom { signed: bool, from: u8, d: Slot, a: Slot },

    FloatBinary { ty: Type, op: BinOp, d: Slot, a: Slot, b: Slot },
    FloatNeg { ty: Type, d: Slot, a: Slot },
    FloatCast { op: CastOp, from: Type, to: Type, d: Slot, a: Slot },

    PtrAdd { d: Slot, base: Slot, index: Slot, size: u32 },
    /// The index is an `i32`, sign-extended on the way.
    PtrAddInt { d: Slot, base: Slot, index: Slot, size: u32 },
    /// The stride does not fit: it stands in the table of numbers.
    PtrAddFar { d: Slot, base: Slot, index: Slot, size: Index },
    PtrDiff { d: Slot, a: Slot, b: Slot, size: Index },
    PtrField { d: Slot, base: Slot, offset: Index },
    PtrLt { d: Slot, a: Slot, b: Slot },
    PtrLe { d: Slot, a: Slot, b: Slot },
    /// Only where a pointer is not its own address.
    PtrToInt { d: Slot, a: Slot },
    IntToPtr { d: Slot, a: Slot },

    Load8 { d: Slot, addr: Slot },
    Load16 { d: Slot, addr: Slot },
    Load32 { d: Slot, addr: Slot },
    Load64 { d: Slot, addr: Slot },
    /// A pointer of 4 bytes.
    LoadPtr { d: Slot, addr: Slot },
    LoadBool { d: Slot, addr: Slot },
    LoadWide { ty: Type, d: Slot, addr: Slot },
    /// A bit-field, extended to `unit` bits.
    LoadBits { unit: u8, shift: u8, width: u8, signed: bool, d: Slot, addr: Slot },
    Store8 { addr: Slot, a: Slot },
    Store16 { addr: Slot, a: Slot },
    Store32 { addr: Slot, a: Slot },
    Store64 { addr: Slot, a: Slot },
    StorePtr { addr: Slot, a: Slot },
    StoreWide { ty: Type, addr: Slot, a: Slot },
    StoreBits { unit: u8, shift: u8, width: u8, addr: Slot, a: Slot },
    Copy { dst: Slot, src: Slot, size: Index },
    Zero { dst: Slot, size: Index },

    /// An object local comes to life: its pointer goes to `d`.
    Live { d: Slot, size: Index },
    LiveSized { d: Slot, size: Slot },
    Dead { d: Slot },
    /// Marks a register as set (1) or fresh (0).
    Flag { flag: Slot, set: bool },
    /// Traps `uninitialised` unless the flag is set.
    Check { flag: Slot },

    Jump { to: Pc },
    JumpWhen { a: Slot, when: bool, to: Pc },
    /// Records the outcome; jumps when it is `when`.
    Branch { a: Slot, cond: Cond, when: bool, to: Pc },
    /// A comparison and its branch in one.
    BranchEq { a: Slot, b: Slot, cond: Cond, when: bool, to: Pc },
    BranchNe { a: Slot, b: Slot, cond: Cond, when: bool, to: Pc },
    BranchLtU { a: Slot, b: Slot, cond: Cond, when: bool, to: Pc },
    BranchLeU { a: Slot, b: Slot, cond: Cond, when: bool, to: Pc },
    BranchLtS { w: u8, a: Slot, b: Slot, cond: Cond, when: bool, to: Pc },
    BranchLeS { w: u8, a: Slot, b: Slot, cond: Cond, when: bool, to: Pc },
    Switch { a: Slot, table: Index },
    Call { func: Func, site: Index, d: Slot },
    CallPtr { pointer: Slot, site: Index, d: Slot },
    Return { a: Slot },
    ReturnWide { a: Slot },
    ReturnNone,
    Trap { kind: TrapKind },
    TrapIf { kind: TrapKind, a: Slot },
    Aligned { a: Slot, align: u8 },
    /// Ends the run where it is the allocator's to say whether two pointers are equal.
    Fresh { a: Slot, b: Slot },
    Unsupported { reason: Index },
    /// Shows the value of an instruction to the observer.
    Observe { inst: Value, a: Slot },
}

/// A switch: arms sorted by value, each with its place and target.
#[derive(Clone, Debug)]
pub(crate) struct SwitchTable {
    pub(crate) event: Option<SwitchId>,
    /// How to read the value: signed, and its width.
    pub(crate) signed: bool,
    pub(crate) width: u8,
    pub(crate) arms: Vec<(i128, i128, u32)>,
    pub(crate) places: Vec<Pc>,
    pub(crate) default: u32,
}

/// Arguments of a call: their slots and types.
#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    pub(crate) args: Vec<(Slot, Type)>,
    /// What a function pointer is expected to lead to.
    pub(crate) sig: Option<ir::Signature>,
    /// Is the result used?
    pub(crate) used: bool,
    /// The type of the result, if there is one.
    pub(crate) ret: Type,
}

/// A compiled body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// The instruction each operation comes from.
    pub(crate) origins: Vec<Option<Value>>,
    /// The start of a fresh frame.
    pub(crate) template: Vec<u64>,
    /// Words of a frame.
    pub(crate) frame: usize,
    /// Where arguments go.
    pub(crate) params: Vec<(Slot, Type)>,
    /// Slots that hold pointers of object locals: they die with the frame.
    pub(crate) objects: Vec<Slot>,
    /// Where the pointer to the variable arguments goes, if the code asks for them.
    pub(crate) variadic: Option<Slot>,
    pub(crate) numbers: Vec<u64>,
    pub(crate) switches: Vec<SwitchTable>,
    pub(crate) calls: Vec<CallSite>,
    pub(crate) reasons: Vec<String>,
}

/// Does a value of this type take two words?
pub(crate) fn is_wide(ty: Type) -> bool {
    ty == Type::Int(128) || ty == Type::F80
}
