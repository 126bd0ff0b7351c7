//! Every limit of the executor in one place: its unit, why it is what it is, and what becomes of what lies beyond.
//!
//! What a driver may choose is in [`crate::Policy`]; sizes that follow from the machine's design (a byte has 8 bits) are no limits.
//! None of these makes anything infeasible: beyond one there is a premise that names it, a gap, or a weaker answer.

// -- inputs

/// Elements before the first of several pointers into one array. Few show all that code does with what lies before.
/// Beyond: `Premise::Most(Element)`.
pub(crate) const MOST_BEFORE: u64 = 4;
/// Bytes before what a pointer leads to where it need not lead to the start of its array: room for a header before the data.
/// Beyond: `Premise::Most(Element)`.
pub(crate) const BYTES_BEFORE: u64 = 32;
/// Elements before what a pointer leads to that are as good as any number, where nothing is enumerated.
pub(crate) const FAR: u64 = 1 << 32;
/// Bits of the word that chooses among the places of a pointer: enough for `MOST_CHOICES`, and for what was not made.
pub(crate) const SELECTOR_BITS: u32 = 8;
/// Places that one pointer may lead to. Each is an alternative in every later access. Beyond: `Gap::ManyPlaces`.
pub(crate) const MOST_CHOICES: usize = 200;
/// Bytes of a constant defined elsewhere that are left open one by one. Beyond they read as never written.
pub(crate) const MOST_LEFT_OPEN: u64 = 1 << 16;
/// Bits of a mark on the nodes of a linked input: there are fewer nodes than marks.
pub(crate) const MARK_BITS: u32 = 16;
/// Nodes whose links are made at once for a clause that needs a chain. Beyond: `Premise::Most(Linked)`.
pub(crate) const CHAIN: usize = 6;

// -- accesses

/// Places that a write may go to and that are listed, each with a choice of its own. Beyond, the write is logged.
pub(crate) const MOST_CHANGED: u64 = 256;
/// Bytes of a block whose length is known that is allocated whatever is chosen for others: half of what a run may have.
/// Beyond: `Premise::Most(Allocated)`.
pub(crate) const LARGEST_KNOWN: u128 = 1 << 23;
/// Bytes of an object that are zeroed one cell after the other. Beyond, the whole object reads as zero where no cell stands.
pub(crate) const MOST_ZEROED: u64 = 4096;
/// Reads and writes of a path at places that are not enumerated: each read is compared with all before it.
/// Beyond: `Gap::ManyLogged`.
pub(crate) const MOST_LOGGED: usize = 1024;
/// Cells that an access may touch without having to say which, where paths settle that. Beyond: `Pause::Settle`.
pub(crate) const MOST_UNSETTLED: u128 = 8;
/// Cells of an object that a read at such a place is compared with. Beyond: `Gap::ManyValues`.
pub(crate) const MOST_COMPARED: usize = 1024;
/// Bytes of the first page: below this no device has a register, and such an address is null with something added.
pub(crate) const FIRST_PAGE: u128 = 4096;

// -- the library and stubs

/// Bytes of a string that are looked at. Beyond: `Premise::Most(Scanned)`.
pub(crate) const LONGEST_STRING: u64 = 128;
/// Elements that one call of a function defined elsewhere may write, however long arrays may be.
/// Beyond: `Premise::Most(Written)`.
pub(crate) const MOST_WRITTEN: u64 = 1024;

// -- contracts

/// Values of a quantifier's range that are expanded at once; longer ranges are instantiated as the run looks.
pub(crate) const EAGER_RANGE: i128 = 64;
/// Values of a quantifier's range that are expanded at all. Beyond: the clause cannot be used, and inputs are checked instead.
pub(crate) const LONGEST_RANGE: i128 = 4096;

// -- all paths at once

/// Instructions between two looks at the clock of whoever asks: rare enough to cost nothing.
pub(crate) const STEPS_BETWEEN_LOOKS: u64 = 256;
/// Functions that a call may lead to where paths are merged: all of them are executed each time. Beyond: `Gap::OpenCallee`.
pub(crate) const MOST_CALLEES: usize = 8;
/// Rounds in which the set of values that a loop changes may grow. Beyond: the loop is cut.
pub(crate) const MOST_ROUNDS: usize = 12;
/// Cells of memory that claims about a loop are made of. Beyond: they are known by nothing.
pub(crate) const MOST_CLAIMED_CELLS: usize = 8;
/// Words that claims about one value that a loop changes compare it with. Beyond: the first of them.
pub(crate) const MOST_THRESHOLDS: usize = 12;
/// Values that are compared with each other in claims about a loop. Beyond: claims about single values only.
pub(crate) const MOST_IN_PAIRS: usize = 10;

// -- words

/// Parts of a sum that are looked at for a common factor. Beyond: the offset is any offset.
pub(crate) const SUMMANDS: usize = 8;
/// Parts of a word whose choices are told apart when it is asked when they hold a NaN. Beyond: they do on either side of a choice.
pub(crate) const GUARDED_PARTS: usize = 64;
/// Nested choices that a difference is taken through. Beyond: it is a plain difference.
pub(crate) const CHOICES_IN_A_DIFFERENCE: u32 = 6;
