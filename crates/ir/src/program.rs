//! A program: functions, globals, shapes, and the target they were laid out for.

use crate::logic::Contract;
use crate::{Body, Func, Global, Param, Shape, ShapeId, Type};
use entity::PrimaryMap;
use source::Span;

/// Everything one translation unit defines or mentions.
#[derive(Clone, Debug)]
pub struct Program {
    /// The data model.
    pub target: Target,
    /// Functions, with or without a body.
    pub funcs: PrimaryMap<Func, FuncData>,
    /// Global objects, static locals and string literals.
    pub globals: PrimaryMap<Global, GlobalData>,
    /// Descriptions of data in memory.
    pub shapes: PrimaryMap<ShapeId, Shape>,
    /// Of functions that are defined elsewhere and have a model here, what that leaves out.
    pub restraints: Vec<(Func, Restraint)>,
}

/// Something that a function of elsewhere could do, and its model does not. Parameters are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Restraint {
    /// It writes nothing through a parameter to what has no type here.
    ThroughUntyped(u32),
    /// It writes numbers only through a parameter.
    ThroughInPart(u32),
    /// It writes numbers only through a parameter, as many bytes as the next one says.
    Bytes(u32),
    /// It does not change all of a global variable.
    Global(Global),
    /// It writes no global variable.
    Globals,
    /// It writes nothing but global variables and what it is given.
    Elsewhere,
    /// It returns NULL, what it is given, or one object of its own.
    OtherResults,
    /// It returns NULL or what it is given.
    NewResults,
}

/// The parts of the data model that the IR leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Bytes of a pointer: 8 on LP64, 4 on ILP32.
    pub pointer_bytes: u32,
    /// Bytes of an `int`, which functions of the C library take and return.
    pub int_bytes: u32,
    /// Which byte of a scalar comes first.
    pub order: ByteOrder,
}

impl Target {
    /// x86-64.
    pub const LP64: Self = Self { pointer_bytes: 8, int_bytes: 4, order: ByteOrder::Little };
}

/// Which byte of a scalar has the lowest address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrder {
    /// The least significant one.
    Little,
    /// The most significant one.
    Big,
}

/// Who else can see a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Other translation units.
    External,
    /// This one only (`static`).
    Internal,
}

/// The machine-level type of a function. Aggregates by value are passed as `ptr` to a fresh copy that the caller makes,
/// aggregate results as a leading `ptr` to the caller's temporary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The result, or none.
    pub ret: Option<Type>,
    /// The parameters.
    pub params: Vec<Type>,
    /// May more arguments follow?
    pub variadic: bool,
}

impl Signature {
    /// May a function of this signature be called as a pointer of that one does? One that was defined as `f()` takes whatever
    /// it is given.
    pub fn answers(&self, call: &Signature) -> bool {
        let takes_anything = self.variadic && self.params.is_empty() && self.ret == call.ret;
        self == call || takes_anything
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct FuncData {
    /// Its C name.
    pub name: String,
    /// How it is called.
    pub sig: Signature,
    /// Its C parameters: names and shapes, as a test must build them.
    pub params: Vec<Param>,
    /// The shape of its C result, if it has one.
    pub ret: Option<ShapeId>,
    /// What it does, if we can see it.
    pub body: Option<Body>,
    /// Who can call it.
    pub linkage: Linkage,
    /// Is it written in a system header?
    pub system: bool,
    /// Is it of another file, which is linked with the one under test?
    pub linked: bool,
    /// Is it declared never to return?
    pub noreturn: bool,
    /// May another file define it instead, or nobody?
    pub weak: bool,
    /// What it asks and promises.
    pub contract: Option<Contract>,
    /// Its name at the definition or first declaration.
    pub span: Span,
}

/// Most elements that are built because a parameter says how many it has.
const MOST_PASSED: u64 = 64;

impl FuncData {
    /// Does the file under test define it?
    pub fn is_own(&self) -> bool {
        self.body.is_some() && !self.system && !self.linked
    }

    /// How many elements callers pass behind a parameter because it says so between brackets; 0 if it says nothing, and where a
    /// contract tells. Of many elements so many as we build: more of them take no outcome away.
    pub fn elements_passed(&self, param: &Param) -> u64 {
        let says_so = param.elements > 1 && self.contract.is_none();
        if says_so { param.elements.min(MOST_PASSED) } else { 0 }
    }
}

/// A global object.
#[derive(Clone, Debug)]
pub struct GlobalData {
    /// Its C name; string literals and static locals have names that are no C identifiers.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Initial content: bytes not mentioned are zero. `None` if defined elsewhere.
    pub init: Option<Vec<InitCell>>,
    /// Declared `const`, or a string literal.
    pub constant: bool,
    /// Declared `volatile`.
    pub volatile: bool,
    /// Who can see it.
    pub linkage: Linkage,
    /// A static local or a string literal: no input.
    pub hidden: bool,
    /// Memory goes on behind it, and before it, nobody knows how far.
    pub open: bool,
    /// How to show it.
    pub shape: Option<ShapeId>,
    /// Its declaration.
    pub span: Span,
}

/// One initialised scalar of a global.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitCell {
    /// Byte offset.
    pub offset: u64,
    /// What stands there.
    pub value: InitValue,
}

/// The value of an initialised scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InitValue {
    /// Raw bytes, as they stand in memory.
    Bytes(Vec<u8>),
    /// A pointer into a global.
    Global(Global, i64),
    /// A function pointer.
    Func(Func),
}

impl Program {
    /// An empty program for a target.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            funcs: PrimaryMap::new(),
            globals: PrimaryMap::new(),
            shapes: PrimaryMap::new(),
            restraints: Vec::new(),
        }
    }

    /// The functions that say whether a clause holds: no part of the program.
    pub fn clause_code(&self) -> impl Iterator<Item = Func> {
        let contracts = self.funcs.values().filter_map(|data| data.contract.as_ref());
        contracts.flat_map(|contract| contract.requires.iter().filter_map(|clause| clause.code))
    }

    /// The function with this C name.
    pub fn find_func(&self, name: &str) -> Option<Func> {
        self.funcs.iter().find(|(_, data)| data.name == name).map(|(func, _)| func)
    }

    /// The body of a function that has one.
    pub fn body(&self, func: Func) -> &Body {
        self.funcs[func].body.as_ref().expect("the function should have a body")
    }

    /// The number that bytes of memory are.
    pub fn number(&self, bytes: &[u8]) -> u128 {
        let join = |number: u128, byte: &u8| number << 8 | u128::from(*byte);
        match self.target.order {
            ByteOrder::Little => bytes.iter().rev().fold(0, join),
            ByteOrder::Big => bytes.iter().fold(0, join),
        }
    }

    /// How many bits above the lowest byte of `bytes` the byte with this number stands.
    pub fn byte_shift(&self, index: u64, bytes: u64) -> u32 {
        let place = match self.target.order {
            ByteOrder::Little => index,
            ByteOrder::Big => bytes - 1 - index,
        };
        8 * place as u32
    }

    /// Bytes that a scalar takes in memory.
    pub fn bytes(&self, ty: Type) -> u64 {
        ty.bytes(self.target.pointer_bytes) as u64
    }
}
