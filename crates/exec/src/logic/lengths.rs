//! Lengths of input arrays that the contract fixes.
//!
//! `\valid(p + (0 .. n - 1))` of a parameter says how long its array is; no bound of ours is needed then. Clauses about
//! members, or about parts that do not begin with the array, say nothing of its length. Arrays that several parameters may lead
//! into are the business of `shared`.

use super::{Env, Reader};
use crate::memory::{ObjId, Origin, Rest};
use crate::{Algebra, Bin, Memory, Policy, Target, Val};
use ir::logic::{CmpOp, Contract, Formula, Logic, Node};
use std::collections::BTreeMap;
use world::{Preference, Premise, Quantity};

impl<A: Algebra> Memory<'_, A> {
    /// Lets `\valid(p + (a .. b))` clauses fix the lengths of what parameters lead to. Before anything else is read.
    pub fn fix_lengths(&mut self, alg: &mut A, contract: &Contract) {
        let mut lengths = BTreeMap::new();
        for formula in contract.requires.iter().filter_map(|clause| clause.meaning.as_ref().ok()) {
            for node in formula.conjuncts() {
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
        if self.policy.prefers(Preference::Apart) {
            return;
        }
        let most = self.policy.max_length;
        for (&index, &length) in lengths {
            let is_shared = self.overlaps.iter().any(|it| it.first == index || it.second == index);
            if is_shared && alg.as_const(length).is_none() {
                let limit = alg.constant(64, most as u128);
                let short = alg.bin(Bin::Ule, length, limit);
                self.bound(short, Premise::Most(Quantity::Asked(index), most));
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
        if self.world.params[index as usize].asked_before {
            return;
        }
        // A clause about a member or other parts says nothing of a length.
        let is_element = |machine: &Self, object| machine.element_bytes(object) == Some(size);
        if !self.array_of(index).is_some_and(|object| is_element(self, object)) {
            return;
        }
        let mut reader = Reader { machine: self, alg, formula, defined: Vec::new() };
        let Ok((mut length, possible)) = reader.length_to(hi) else { return };
        if let Some(&other) = lengths.get(&index) {
            let longer = alg.bin(Bin::Ult, other, length);
            length = alg.ite(longer, length, other);
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
            Rest::Uninit | Rest::Zero | Rest::Image(_) | Rest::Moved(_) | Rest::Variadic => None,
        }
    }
}

impl<A: Algebra> Reader<'_, '_, '_, A> {
    /// The length of an array whose last index this is, and what makes it one that memory could hold.
    fn length_to(&mut self, hi: Node) -> Result<(A::Word, Option<A::Word>), String> {
        let hi = self.int(hi, &Env::with_default(0))?;
        let count = self.plus(hi, 1)?;
        // No array is longer than memory could hold; then 64 bits are enough.
        let most = self.constant(i128::from(Policy::UNBOUNDED.max_length));
        let possible = (count.width > 40).then(|| self.compare(CmpOp::Le, count, most));
        let zero = self.alg.constant(count.width, 0);
        let some = self.alg.bin(Bin::Slt, zero, count.word);
        let (count, none) = (self.narrowed(count), self.alg.constant(64, 0));
        Ok((self.alg.ite(some, count, none), possible))
    }
}
