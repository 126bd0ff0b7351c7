//! What `\valid(p + (0 .. n))` says of the lengths of the arrays behind parameters.

use super::{CmpOp, Env, Reader, conjuncts};
use crate::memory::{ObjId, Origin, Rest};
use crate::{Algebra, Bin, Machine, Policy, Target, Val};
use ir::logic::{Contract, Formula, Logic, Node};
use std::collections::BTreeMap;

impl<A: Algebra> Machine<'_, A> {
    /// Lets `\valid(p + (a .. b))` clauses fix the lengths of what parameters lead to. Before anything else is read.
    pub fn fix_lengths(&mut self, alg: &mut A, contract: &Contract) {
        let mut lengths = BTreeMap::new();
        for formula in contract.requires.iter().filter_map(|clause| clause.meaning.as_ref().ok()) {
            for node in conjuncts(formula, formula.root) {
                if let Logic::Valid { base, lo, hi, size, .. } = formula.nodes[node] {
                    self.learn_length(alg, formula, (base, lo, hi, size), &mut lengths);
                }
            }
        }
        let shared = self.shared_arrays();
        for (&index, &length) in &lengths {
            let Some(object) = self.array_of(index) else { continue };
            if let (false, Some(elem)) = (shared.contains(&object), self.element_bytes(object)) {
                let elem = alg.constant(64, elem as u128);
                let size = alg.bin(Bin::Mul, length, elem);
                self.set_size(object, size);
            }
        }
        for object in shared {
            if let Some(elem) = self.element_bytes(object) {
                self.bound_lengths(alg, &lengths);
                self.fix_shared_length(alg, object, elem, &lengths);
            }
        }
    }

    /// Where arrays meet, each access may touch many elements: lengths that are inputs are kept short.
    fn bound_lengths(&mut self, alg: &mut A, lengths: &BTreeMap<u32, A::Word>) {
        if !self.policy.overlap {
            return;
        }
        let most = self.policy.max_length;
        for (&index, &length) in lengths {
            let is_shared = self.overlaps.iter().any(|it| it.first == index || it.second == index);
            if is_shared && alg.as_const(length).is_none() {
                let limit = alg.constant(64, most as u128);
                let short = alg.bin(Bin::Ule, length, limit);
                let name = &self.program.funcs[self.func].params[index as usize].name;
                self.bound(short, format!("elements of {name} <= {most}"));
            }
        }
    }

    /// The number of elements that a clause asks for behind a parameter; where several clauses do, the largest counts.
    fn learn_length(
        &mut self,
        alg: &mut A,
        formula: &Formula,
        (base, lo, hi, size): (Node, Node, Node, u64),
        lengths: &mut BTreeMap<u32, A::Word>,
    ) {
        let (&Logic::ParamPtr { index }, Logic::Int(0)) =
            (&formula.nodes[base], &formula.nodes[lo])
        else {
            return;
        };
        // A clause about a member or other parts says nothing of a length.
        let is_element = |machine: &Self, object| machine.element_bytes(object) == Some(size);
        if !self.array_of(index).is_some_and(|object| is_element(self, object)) {
            return;
        }
        let mut reader = Reader { machine: self, alg, formula, defined: Vec::new() };
        let Ok(hi) = reader.int(hi, &Env::with_default(0)) else { return };
        let Ok(count) = reader.plus(hi, 1) else { return };
        // No array is longer than memory could hold; then 64 bits are enough.
        let most = reader.constant(i128::from(Policy::UNBOUNDED.max_length));
        let possible = (count.width > 40).then(|| reader.compare(CmpOp::Le, count, most));
        let zero = reader.alg.constant(count.width, 0);
        let some = reader.alg.bin(Bin::Slt, zero, count.word);
        let count = reader.narrowed(count);
        let none = reader.alg.constant(64, 0);
        let mut length = reader.alg.ite(some, count, none);
        if let Some(&other) = lengths.get(&index) {
            let longer = reader.alg.bin(Bin::Ult, other, length);
            length = reader.alg.ite(longer, length, other);
        }
        lengths.insert(index, length);
        if let Some(possible) = possible {
            self.assume(possible);
        }
    }

    /// The array that a parameter leads to, whose length is ours to choose; its own one, if it has one.
    fn array_of(&self, index: u32) -> Option<ObjId> {
        let Some(&Val::Ptr(ptr)) = self.args.get(index as usize) else { return None };
        let alts = self.state.alts(ptr).iter();
        let arrays = alts.filter_map(|alt| match alt.target {
            Target::Object(object) if self.state.objects[object].elastic => Some(object),
            _ => None,
        });
        let is_own = |&object: &ObjId| self.state.objects[object].origin == Origin::Param(index);
        let is_shared = |&object: &ObjId| self.pair_within(index, object).is_some();
        arrays.clone().find(is_own).or_else(|| arrays.clone().find(is_shared))
    }

    /// The size of what an input object is an array of.
    fn element_bytes(&self, object: ObjId) -> Option<u64> {
        match self.state.objects[object].rest {
            Rest::Input(shape) => Some(self.program.shape_bytes(shape)),
            Rest::Uninit | Rest::Zero | Rest::Moved(_) => None,
        }
    }
}
