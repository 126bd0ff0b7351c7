//! Objects and their cells at known offsets.
//!
//! An object is a set of cells of the sizes that were accessed, plus a rule for the bytes no cell covers. Cells are split
//! when an access does not match them. Unknown offsets and guarded pointers are the business of `place`.

use crate::{Algebra, Val};
use ir::{ByteOrder, Global, Local, ShapeId, Type};
use std::collections::BTreeMap;
use world::Gap;

entity::entity! {
    /// An object of the symbolic memory.
    pub struct ObjId = "obj";
}

/// Why an object exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A global of the program.
    Global(Global),
    /// A local of some frame.
    Local(Local),
    /// What the n-th parameter leads to, or holds if it is an aggregate.
    Param(u32),
    /// What a pointer inside input data leads to when it leads to nothing known: the pointer at this byte of this object.
    Node(ObjId, u64),
    /// Allocated during the run, or made for its result.
    Heap,
    /// An object of the C library, there from the start whoever looks at it first.
    Library,
}

/// What bytes hold that no cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// Nothing was ever written.
    Uninit,
    /// Zeros.
    Zero,
    /// Input data: an array of this shape.
    Input(ShapeId),
    /// What a global holds at first, of so many scalars that cells are made of it only where they are asked for.
    Image(Global),
    /// What stood there in the block that this one succeeds.
    Moved(ObjId),
    /// Variable arguments of the function under test: in each slot a word of whatever type is asked for.
    Variadic,
}

/// Does an object exist?
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Life<W> {
    Alive,
    Dead,
    /// It died on some of the paths that were merged here.
    When(W),
}

impl<W: Copy> Life<W> {
    /// When it exists.
    pub(crate) fn word<A: Algebra<Word = W>>(self, alg: &mut A) -> W {
        match self {
            Self::Alive => alg.yes(),
            Self::Dead => alg.no(),
            Self::When(lives) => lives,
        }
    }
}

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object<W> {
    pub(crate) name: String,
    pub(crate) origin: Origin,
    /// Bytes, as a 64-bit word.
    pub(crate) size: W,
    pub(crate) life: Life<W>,
    pub(crate) read_only: bool,
    /// May it be made longer to fit an access? (Arrays behind input pointers whose length no contract fixes.)
    pub(crate) elastic: bool,
    pub(crate) rest: Rest,
    pub(crate) cells: BTreeMap<u64, Cell<W>>,
}

/// A run of bytes that is read and written together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Cell<W> {
    pub(crate) len: u8,
    pub(crate) val: Val<W>,
    /// When it is initialised, if that depends.
    pub(crate) init: Option<W>,
}

/// A write at a place of an object that depends on inputs, or after such a write.
#[derive(Clone, Copy)]
pub(crate) struct Logged<W> {
    pub(crate) object: ObjId,
    pub(crate) offset: W,
    pub(crate) cell: Cell<W>,
    pub(crate) when: W,
}

/// What stood at first at a place of an object that depends on inputs.
#[derive(Clone, Copy)]
pub(crate) struct First<W> {
    pub(crate) object: ObjId,
    pub(crate) offset: W,
    pub(crate) word: W,
    pub(crate) ty: Type,
}

impl<W: Copy> Cell<W> {
    /// A cell that holds a value for certain.
    pub(crate) fn full(len: u64, val: Val<W>) -> Self {
        Self { len: len as u8, val, init: None }
    }
}

impl<W: Copy> Object<W> {
    /// An object that exists, may be written, and is as long as it is.
    pub(crate) fn new(name: impl Into<String>, origin: Origin, size: W, rest: Rest) -> Self {
        let (life, cells, name) = (Life::Alive, BTreeMap::new(), name.into());
        Self { name, origin, size, life, read_only: false, elastic: false, rest, cells }
    }

    /// Is what it held on entry part of the input?
    pub(crate) fn is_input(&self) -> bool {
        matches!(self.rest, Rest::Input(_))
    }

    /// Bytes that nothing was written to are zero in static storage; in globals that are inputs this is their padding.
    pub(crate) fn reads_as_zero(&self) -> bool {
        let padding = matches!((self.rest, self.origin), (Rest::Input(_), Origin::Global(_)));
        padding || matches!(self.rest, Rest::Zero | Rest::Image(_))
    }

    /// What stands where nothing was ever written and nothing is zero: between the members of the input, what callers left there.
    pub(crate) fn unsaid(&self) -> Val<W> {
        if self.is_input() { Val::Opaque(Gap::Padding) } else { Val::Uninit }
    }

    /// The cell that covers exactly these bytes.
    pub(crate) fn exact(&self, offset: u64, len: u64) -> Option<Cell<W>> {
        self.cells.get(&offset).copied().filter(|cell| u64::from(cell.len) == len)
    }

    /// The cells that share a byte with `offset .. offset + len`, in order.
    pub(crate) fn overlapping(&self, offset: u64, len: u64) -> Vec<(u64, Cell<W>)> {
        // No cell is longer than 16 bytes, so none further left can reach in.
        self.cells
            .range(offset.saturating_sub(15)..offset.saturating_add(len))
            .filter(|(at, cell)| at.saturating_add(u64::from(cell.len)) > offset)
            .map(|(at, cell)| (*at, *cell))
            .collect()
    }
}

/// Byte `index` of a cell, as a cell of one byte.
pub(crate) fn byte_of<A: Algebra>(
    alg: &mut A,
    cell: Cell<A::Word>,
    index: u64,
    order: ByteOrder,
) -> Cell<A::Word> {
    let low = match order {
        ByteOrder::Little => index as u32 * 8,
        ByteOrder::Big => (u32::from(cell.len) - 1 - index as u32) * 8,
    };
    let val = match cell.val {
        Val::Word(word) if low < alg.width(word) => Val::Word(alg.extract(word, low, 8)),
        Val::Word(_) => Val::Word(alg.constant(8, 0)),
        Val::Ptr(ptr) => Val::Part(ptr, index as u8),
        Val::Part(..) => cell.val,
        Val::Uninit => Val::Uninit,
        Val::Maybe(_) => unreachable!("only registers should hold what was perhaps not written"),
        Val::Opaque(why) => Val::Opaque(why),
    };
    Cell { len: 1, val, init: cell.init }
}

/// Bytes put together, as the target's order has them.
pub(crate) fn join_bytes<A: Algebra>(
    alg: &mut A,
    bytes: &[Cell<A::Word>],
    width: u32,
    order: ByteOrder,
) -> Cell<A::Word> {
    let mut from_lowest = bytes.to_vec();
    if order == ByteOrder::Big {
        from_lowest.reverse();
    }
    let (mut word, mut init): (Option<A::Word>, _) = (None, None);
    // The first byte that is no number. One that nobody wrote comes first, wherever it stands.
    let mut odd = None;
    for byte in from_lowest {
        init = match (init, byte.init) {
            (Some(a), Some(b)) => Some(alg.and(a, b)),
            (a, b) => a.or(b),
        };
        match byte.val {
            Val::Uninit => odd = Some(Val::Uninit),
            _ if odd.is_some() => {}
            Val::Word(part) => word = Some(word.map_or(part, |low| alg.concat(part, low))),
            Val::Part(..) if bytes.len() > 1 => odd = Some(Val::Opaque(Gap::PointerBytes)),
            val => odd = Some(val),
        }
    }
    let number = |word: Option<A::Word>, alg: &mut A| {
        let word = word.expect("an access should have at least one byte");
        Val::Word(if alg.width(word) > width { alg.extract(word, 0, width) } else { word })
    };
    let val = odd.unwrap_or_else(|| number(word, alg));
    Cell { len: bytes.len() as u8, val, init }
}
