//! What a run reads of its input, in order: what it does is decided by what it read last, as a rule.

use crate::limits;
use crate::places::Place;
use crate::vary::Varier;
use entity::{EntityRef, SecondaryMap};
use interp::{Observer, Seen};
use ir::input::{Input, Scalar};
use ir::{Callee, Func, Inst, Program, Trap, Value};
use std::collections::BTreeSet;

/// The input that a run read, in order: where it stands, and what was there.
pub(super) struct Reads<'p> {
    program: &'p Program,
    /// The pointers into the input that instructions yielded last.
    pointers: SecondaryMap<Func, Vec<Option<Scalar>>>,
    read: Vec<(Scalar, Scalar)>,
}

impl Observer for Reads<'_> {
    fn value(&mut self, func: Func, inst: Value, value: Seen) {
        let Seen::Scalar(scalar) = value else { return };
        if let Scalar::Object(..) | Scalar::Global(..) = scalar {
            let pointers = &mut self.pointers[func];
            if pointers.len() <= inst.index() {
                pointers.resize(inst.index() + 1, None);
            }
            pointers[inst.index()] = Some(scalar);
        }
        if let Inst::Load { addr, .. } | Inst::LoadBits { addr, .. } =
            self.program.body(func).insts[inst]
            && let Some(&Some(place)) = self.pointers[func].get(addr.index())
        {
            self.read.push((place, scalar));
        }
    }
}

impl<'p> Reads<'p> {
    /// Nothing read.
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, pointers: SecondaryMap::with_default(Vec::new()), read: Vec::new() }
    }

    /// How many scalars were read.
    pub(super) fn len(&self) -> usize {
        self.read.len()
    }

    /// The last scalars read that are so, the last first, each once.
    pub(super) fn last(
        &self,
        input: &Input,
        is_so: impl Fn(Scalar) -> bool,
    ) -> Vec<(Place, Scalar)> {
        self.last_of(self.read.len(), input, is_so)
    }

    /// The same when so many had been read.
    pub(super) fn last_of(
        &self,
        n_read: usize,
        input: &Input,
        is_so: impl Fn(Scalar) -> bool,
    ) -> Vec<(Place, Scalar)> {
        let mut found: Vec<(Place, Scalar)> = Vec::new();
        let read = self.read[..n_read].iter().rev();
        for &(pointer, scalar) in read.filter(|(_, scalar)| is_so(*scalar)) {
            let Some(place) = place_of(input, pointer) else { continue };
            if found.iter().all(|(other, _)| *other != place) {
                found.push((place, scalar));
            }
            if found.len() >= limits::MENDED_PLACES {
                break;
            }
        }
        found
    }

    /// The same input with functions that may be called as the trap calls something, where what was read last may be such a
    /// pointer, also one to whatever or one in a union.
    pub(super) fn calls(&self, varier: &Varier<'_>, trap: Trap, input: &Input) -> Vec<Input> {
        let inst = &self.program.body(trap.func).insts[trap.inst];
        let Inst::Call { callee: Callee::Indirect(_, sig), .. } = inst else { return Vec::new() };
        let mut seen = BTreeSet::new();
        let read = self.read.iter().rev().filter_map(|(pointer, _)| place_of(input, *pointer));
        let calling = read.filter(|&place| seen.insert(place));
        let calling = calling.map(|place| varier.calling(input, place, sig));
        calling.filter(|it| !it.is_empty()).take(limits::MENDED_PLACES).flatten().collect()
    }
}

/// Where a scalar of the input stands that a pointer leads to.
fn place_of(input: &Input, pointer: Scalar) -> Option<Place> {
    match pointer {
        Scalar::Object(obj, offset) => {
            let cells = &input.objects[obj].cells;
            let cell = cells.iter().position(|cell| cell.offset == offset)?;
            Some(Place::Object(obj, cell))
        }
        Scalar::Global(global, offset) => {
            let index = input.globals.iter().position(|(it, _)| *it == global)?;
            let cell = input.globals[index].1.iter().position(|cell| cell.offset == offset)?;
            Some(Place::Global(index, cell))
        }
        _ => None,
    }
}
