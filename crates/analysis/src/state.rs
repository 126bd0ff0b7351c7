//! Where pointers may lead, as sets with a word on how sure that is, and the memory that holds them.
//!
//! Knows no instructions. All sets only ever grow on the way to a fixpoint, except where a write certainly replaces what was there.

use crate::limits;
use ir::{Func, Global, Local, ShapeId, Value};
use std::collections::BTreeMap;

/// Something that has an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Root {
    /// A local object; functions that call themselves are not followed, so there is one at a time.
    Local(Func, Local),
    /// A global.
    Global(Global),
    /// Whatever a call allocates there.
    Heap(Func, Value),
    /// What pointers of the input lead to, by what they promise; input objects may all be one.
    Input(Option<ShapeId>),
}

/// A byte of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Off {
    /// This one.
    At(u64),
    /// Some byte.
    Any,
}

/// Where a pointer may lead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Nowhere.
    Null,
    /// Into an object.
    In(Root, Off),
    /// To a function.
    Code(Func),
    /// Anywhere.
    Unknown,
}

/// Is it so whenever control comes there, or only possibly?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sure {
    /// On all ways.
    Definite,
    /// On some.
    Possible,
}

/// The places that a pointer may lead to.
pub type Places = BTreeMap<Place, Sure>;

/// One place for sure.
pub(super) fn certain(place: Place) -> Places {
    BTreeMap::from([(place, Sure::Definite)])
}

/// Places that are possible each.
pub(super) fn possible(places: impl IntoIterator<Item = Place>) -> Places {
    places.into_iter().map(|place| (place, Sure::Possible)).collect()
}

/// Adds what is so on another way; true if that changes anything.
pub(super) fn join(into: &mut Places, other: &Places) -> bool {
    let before = into.clone();
    for (place, sure) in into.iter_mut() {
        if other.get(place) != Some(&Sure::Definite) {
            *sure = Sure::Possible;
        }
    }
    for &place in other.keys() {
        into.entry(place).or_insert(Sure::Possible);
    }
    widen(into);
    *into != before
}

/// Places in one object become some byte of it, where that is one of them or they are too many.
fn widen(places: &mut Places) {
    let mut offsets: BTreeMap<Root, usize> = BTreeMap::new();
    for place in places.keys() {
        if let Place::In(root, off) = *place {
            *offsets.entry(root).or_default() +=
                if off == Off::Any { limits::OFFSETS + 1 } else { 1 };
        }
    }
    for (root, _) in offsets.into_iter().filter(|(_, n_offsets)| *n_offsets > limits::OFFSETS) {
        let is_byte = |place: &Place| matches!(place, Place::In(of, Off::At(_)) if *of == root);
        let n_places = places.len();
        places.retain(|place, _| !is_byte(place));
        if places.len() < n_places {
            places.insert(Place::In(root, Off::Any), Sure::Possible);
        }
    }
}

/// Registers and memory at a point of the code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct State {
    pub(super) registers: BTreeMap<(Func, Local), Places>,
    /// Cells that were written, by where they begin; those at any byte were written at some byte.
    pub(super) cells: BTreeMap<(Root, Off), Places>,
    /// How many bytes were written there at most.
    lengths: BTreeMap<(Root, Off), u64>,
    /// Was everything given away to code that nobody knows?
    pub(super) lost: bool,
}

impl State {
    /// Takes in the state of another way; true if that changes anything.
    pub(super) fn join(&mut self, other: &Self) -> bool {
        let mut changed = other.lost && !self.lost;
        self.lost |= other.lost;
        changed |= join_maps(&mut self.registers, &other.registers);
        changed |= join_maps(&mut self.cells, &other.cells);
        for (&cell, &len) in &other.lengths {
            changed |= self.lengthen(cell, len);
        }
        changed
    }

    fn lengthen(&mut self, cell: (Root, Off), len: u64) -> bool {
        let known = self.lengths.entry(cell).or_default();
        let longer = *known < len;
        *known = len.max(*known);
        longer
    }

    /// Writes a value of so many bytes. What is one cell for sure is replaced, everything else only gains.
    pub(super) fn write(&mut self, to: &Places, value: &Places, len: u64) {
        if to.contains_key(&Place::Unknown) {
            self.lost = true;
            return;
        }
        let sure = to.len() == 1 && to.values().all(|sure| *sure == Sure::Definite);
        for &place in to.keys() {
            let Place::In(root, off) = place else { continue };
            self.lengthen((whole(root), off), len);
            let one =
                sure && matches!((root, off), (Root::Local(..) | Root::Global(_), Off::At(_)));
            if one {
                self.cells.insert((root, off), value.clone());
            } else {
                let cell = self.cells.entry((whole(root), off)).or_default();
                join(cell, value);
                // What stood there before may still.
                cell.values_mut().for_each(|sure| *sure = Sure::Possible);
            }
        }
    }

    /// What was written to a cell, as far as it was: by exact writes, and by writes somewhere in the object.
    pub(super) fn written(&self, root: Root, off: Off) -> (Option<Places>, Places) {
        // An input pointer may lead to any byte of what another leads to.
        let off = if let Root::Input(_) = root { Off::Any } else { off };
        let root = whole(root);
        let mut elsewhere = Places::new();
        for ((_, at), places) in self.cells.range((root, Off::At(0))..=(root, Off::Any)) {
            let len = self.lengths.get(&(root, *at)).copied().unwrap_or_default();
            if overlap(off, *at, len) {
                join(&mut elsewhere, places);
            }
        }
        elsewhere.values_mut().for_each(|sure| *sure = Sure::Possible);
        let exact = if off == Off::Any { None } else { self.cells.get(&(root, off)).cloned() };
        (exact, elsewhere)
    }

    /// Forgets an object that comes to life anew.
    pub(super) fn renew(&mut self, root: Root) {
        self.cells.retain(|(other, _), _| *other != root);
    }
}

/// May a pointer that is read at a byte be made of bytes of another cell, of this length?
fn overlap(read: Off, cell: Off, len: u64) -> bool {
    match (read, cell) {
        (Off::At(read), Off::At(cell)) => read != cell && read < cell + len && cell < read + 8,
        (Off::Any, _) | (_, Off::Any) => true,
    }
}

/// Input objects may be one another, whatever pointers to them promise.
fn whole(root: Root) -> Root {
    match root {
        Root::Input(_) => Root::Input(None),
        root => root,
    }
}

fn join_maps<K: Ord + Copy>(into: &mut BTreeMap<K, Places>, other: &BTreeMap<K, Places>) -> bool {
    let mut changed = false;
    for (key, places) in into.iter_mut() {
        // What another way never wrote is not there for sure.
        changed |= join(places, other.get(key).unwrap_or(&Places::new()));
    }
    for (&key, places) in other {
        into.entry(key).or_insert_with(|| {
            changed = true;
            possible(places.keys().copied())
        });
    }
    changed
}
