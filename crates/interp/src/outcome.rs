//! What a run gives back.

use ir::input::Scalar;
use ir::{Event, Func, Trap, Value};

/// How much a run may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Operations of flat code.
    pub steps: u64,
    /// Frames at a time.
    pub depth: usize,
    /// Bytes of objects that are no globals, at a time.
    pub memory: u64,
    /// Events that are kept; later ones are not recorded.
    pub events: usize,
    /// Calls and writes that are told with what they were given; of more only the number is.
    pub shown: u64,
}

impl Limits {
    /// Enough for unit tests, little enough to come back soon.
    pub const UNIT: Self = Self {
        steps: 1_000_000,
        depth: 20_000,
        memory: 16 << 20,
        events: usize::MAX,
        shown: MOST_SHOWN,
    };

    /// Enough for whole programs, whose path nobody asks for.
    pub const PROGRAM: Self =
        Self { steps: u64::MAX, depth: 100_000, memory: 1 << 30, events: 0, shown: MOST_SHOWN };
}

/// Calls and writes that a reader of a run would look at.
const MOST_SHOWN: u64 = 256;

/// What a run ran out of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Steps.
    Steps,
    /// Frames.
    Depth,
    /// Memory.
    Memory,
}

/// How a run ended.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The function returned, with a value if it returned one.
    Returned(Option<Seen>),
    /// The program did something undefined.
    Trapped(Trap),
    /// The run met something that we do not model.
    Unsupported {
        /// What it was.
        reason: String,
        /// In which function.
        func: Func,
        /// At which instruction.
        inst: Value,
    },
    /// A limit was reached.
    Limit(Limit),
    /// The program called `exit`.
    Exited {
        /// Its status.
        status: i32,
        /// In which function.
        func: Func,
        /// At which instruction.
        inst: Value,
    },
}

/// A value as it can be seen from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A scalar that inputs can express too.
    Scalar(Scalar),
    /// Not initialised, or not there any more.
    Nothing,
    /// A pointer to something that is no part of the input: an allocation, a local, a number made into a pointer.
    Elsewhere,
}

/// The record of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// Outcomes of conditions and switches in the order they happened.
    pub events: Vec<Event>,
    /// Operations of flat code that were executed.
    pub steps: u64,
    /// Did it convert an address to an integer? Then where objects lie may have decided what it did.
    pub saw_addresses: bool,
    /// What functions without a body returned, in order: what the input says, zero where it says nothing, and of how far they
    /// write no more than there was room for.
    pub script: Vec<(Func, Scalar)>,
    /// Accesses of volatile memory and calls of functions that are defined elsewhere, in order: all reads, and the first of the others.
    pub shown: Vec<Shown>,
    /// How many of the others there were beyond these.
    pub n_more: u64,
    /// How often one of them found no room for what it writes at least.
    pub n_cramped: u32,
    /// The first thing that went wrong and did not end the run of a whole program.
    pub forgiven: Option<Trap>,
}

/// Something of a run that others see while it lasts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A read or a write of volatile memory.
    Access(Access),
    /// A call of a function that is defined elsewhere.
    Call(Called),
}

/// A call of a function that is defined elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    /// The function.
    pub func: Func,
    /// What its parameters were given.
    pub args: Vec<Given>,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Its value.
    pub value: Seen,
    /// The first bytes behind a pointer to what callees only read, as far as the object reaches, or of a structure; nothing for those that were never written or
    /// belong to an address.
    pub behind: Vec<Option<u8>>,
}

/// A read or a write of volatile memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The function that stands for it: [`ir::DEVICE_READ`], [`ir::DEVICE_WRITE`].
    pub func: Func,
    /// What was read or written.
    pub value: Scalar,
    /// Was it a read of something else than is there?
    pub changed: bool,
}

/// Someone who watches the values that instructions yield.
pub trait Observer {
    /// An instruction yielded a value.
    fn value(&mut self, func: Func, inst: Value, value: Seen);
}

/// Nobody.
pub(crate) struct Nobody;

impl Observer for Nobody {
    fn value(&mut self, _: Func, _: Value, _: Seen) {}
}
