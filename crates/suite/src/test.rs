//! A test: its inputs, what it was seen to do, and what it is there for.

use crate::{CValue, TypeId};

/// One test of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its short name, e.g. `t4`.
    pub id: String,
    /// What the harness sets up.
    pub inputs: Inputs,
    /// What it was observed to leave behind.
    pub outputs: Outputs,
    /// Its path: the ids of outcomes in the order they happened.
    pub path: Vec<String>,
    /// The objectives it is kept for.
    pub covers: Vec<String>,
    /// When its path is taken and what it computes, if that was asked for.
    pub formula: Option<Formula>,
    /// How it ends.
    pub ends: Ends,
    /// Whether native replay confirmed it.
    pub replayed: Replay,
}

/// A path in C: expressions over the inputs on entry, evaluated as with `-fwrapv`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// True for exactly those inputs that the contract admits and that take the path; none where C cannot say it, as of
    /// lengths of arrays and of where pointers lead, or where it would be too long.
    pub predicate: Option<String>,
    /// What is returned.
    pub returns: Option<String>,
    /// What is left in memory that can be said, where it differs from what was there: the place and its value.
    pub writes: Vec<(String, String)>,
}

/// How a test ends.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Ends {
    /// The function returns.
    Return,
    /// Undefined behaviour, an abort or a failed assertion.
    Trap {
        /// The kind in lower case with dashes, e.g. `signed-overflow`.
        kind: String,
        /// The line it happens on.
        line: u32,
    },
    /// The program ends: by `exit`, or by a function of elsewhere that never returns, for which tests call `exit(0)`.
    Exit {
        /// What the caller of the program sees.
        status: u8,
        /// The line of the call.
        line: u32,
    },
    /// A limit of the interpreter was met first.
    Limit {
        /// Which one.
        what: String,
    },
}

/// What native replay said about a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Replay {
    /// It was not replayed.
    NotRun,
    /// The compiled code did the same.
    Agrees,
    /// It did not: the first difference, as text.
    Disagrees(String),
}

/// Everything a harness sets before the call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// Memory that pointers lead to.
    pub objects: Vec<Object>,
    /// Global variables to be set.
    pub globals: Vec<Global>,
    /// The arguments, in order.
    pub params: Vec<Param>,
    /// What functions without a body return.
    pub stubs: Vec<StubCalls>,
    /// Which calls of `malloc` and its kin in the unit return null, counted from 0 in their order.
    pub failing: Vec<u32>,
    /// The calls that the test makes, if it makes several.
    pub sequence: Option<Sequence>,
}

/// Calls one after the other. The last is the one that the test is about, and what it returns stands among the outputs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sequence {
    /// What the test has pointers to because calls build it.
    pub held: Vec<Held>,
    /// The calls in order.
    pub calls: Vec<Call>,
}

/// Something that calls build.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// What it should be called.
    pub name: String,
    /// Its type, as C spells it.
    pub spelling: String,
    /// Whether the test has room for it, which a call fills; otherwise a call returns where it is.
    pub in_room: bool,
}

/// One call of a sequence.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The function.
    pub function: String,
    /// What it returns, if anything.
    pub returns: Option<TypeId>,
    /// What it is given.
    pub args: Vec<Argument>,
    /// What it builds and returns, among what is held.
    pub makes: Option<usize>,
    /// What it was seen to return; nothing where that is no integer, or for the last call.
    pub result: Option<CValue>,
}

/// What a call of a sequence is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A parameter of the test, by its place.
    Input(usize),
    /// Something that calls built, by its place.
    Held(usize),
    /// A null pointer in the place of that.
    Null,
}

/// An array (often of length one) that the harness declares: `int t1[3] = {1, 2, 3};`.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its name, unique among objects, parameters and globals of the test.
    pub name: String,
    /// Its element type; as many elements as `values`.
    pub elem: TypeId,
    /// Its elements. May be empty: then only its address is used.
    pub values: Vec<CValue>,
    /// Where it lies.
    pub storage: Storage,
}

/// Where an object of a test lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In a variable of the test.
    Variable,
    /// In a block that the test allocates, because the function frees it.
    Heap,
}

/// A global variable and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Its name in C.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its value.
    pub value: CValue,
}

/// A parameter and its argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in C, or one made up for it.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its value.
    pub value: CValue,
}

/// The results of successive calls of a function without a body.
#[derive(Clone, Debug, PartialEq)]
pub struct StubCalls {
    /// The function.
    pub function: String,
    /// What its first, second, … call returns.
    pub returns: Vec<CValue>,
}

/// Something that others see while a test runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// A call of a function that is defined elsewhere.
    Call(CallMade),
    /// A write to a volatile place.
    Write(Written),
}

/// A call of a function that is defined elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct CallMade {
    /// The function.
    pub function: String,
    /// What it was given, by its parameters.
    pub args: Vec<Given>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Its value; [`CValue::Uninit`] where nothing can be said of it.
    pub value: CValue,
    /// What a pointer to const leads to, as far as it is known how much of that is meant: elements of the type it points to, bytes if that is
    /// `void`. Of a structure that is passed itself, that structure.
    pub behind: Vec<CValue>,
}

/// What is observable after the call. Everything listed here is asserted in emitted tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outputs {
    /// The value returned, unless the function is void or does not return.
    pub returns: Option<CValue>,
    /// Objects after the call, with the names and lengths they had before.
    pub objects: Vec<Object>,
    /// Globals after the call.
    pub globals: Vec<Global>,
    /// Calls of functions that are defined elsewhere, and what was written to volatile places, in order.
    pub shown: Vec<Shown>,
    /// How many there were beyond these.
    pub n_more: u64,
    /// What was printed, if anything was and all of it is known.
    pub printed: Option<Printed>,
}

/// What a run printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// To the standard output.
    pub output: Vec<u8>,
    /// To the standard error.
    pub error: Vec<u8>,
}

impl Outputs {
    /// The calls of functions that are defined elsewhere, in order.
    pub fn calls(&self) -> impl Iterator<Item = &CallMade> {
        self.shown
            .iter()
            .filter_map(|it| if let Shown::Call(call) = it { Some(call) } else { None })
    }

    /// What was written to volatile places, in order.
    pub fn writes(&self) -> impl Iterator<Item = &Written> {
        self.shown.iter().filter_map(|it| if let Shown::Write(it) = it { Some(it) } else { None })
    }
}

/// A write to a volatile place.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The function that stands for it.
    pub function: String,
    /// What was written.
    pub value: CValue,
}
