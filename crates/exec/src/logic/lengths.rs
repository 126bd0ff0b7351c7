//! Lengths of input arrays that the contract fixes.
//!
//! `\valid(p + (0 .. n - 1))` of a parameter says how long its array is; no bound of ours is needed then. Clauses about
//! members, or about parts that do not begin with the array, say nothing of its length.

use super::{Env, Reader, conjuncts};
use crate::memory::{ObjId, Rest};
use crate::{Algebra, Bin, LeafValue, Machine, Origin, Pause, Policy, Target, Val};
use ir::logic::{CmpOp, Contract, Formula, Logic, Node};
use std::collections::BTreeMap;

impl<A: Algebra> Machine<'_, A> {
    /// Lets `\valid(p + (a .. b))` clauses fix the lengths of what parameters lead to. Before anything else is read.
    pub fn fix_lengths(&mut self, alg: &mut A, contract: &Contract) {
        let mut fixed = BTreeMap::new();
        for formula in contract.requires.iter().filter_map(|clause| clause.meaning.as_ref().ok()) {
            for node in conjuncts(formula, formula.root) {
                if let Logic::Valid { base, lo, hi, size, .. } = formula.nodes[node] {
                    self.fix_length(alg, formula, (base, lo, hi, size), &mut fixed);
                }
            }
        }
    }

    fn fix_length(
        &mut self,
        alg: &mut A,
        formula: &Formula,
        (base, lo, hi, size): (Node, Node, Node, u64),
        fixed: &mut BTreeMap<ObjId, A::Word>,
    ) {
        let Logic::ParamPtr { index } = formula.nodes[base] else { return };
        let Logic::Int(0) = formula.nodes[lo] else { return };
        let Some(object) = self.array_behind(index, size, fixed) else { return };
        let mut reader = Reader { machine: self, alg, formula, defined: Vec::new() };
        let Ok((mut length, possible)) = reader.length_to(hi) else { return };
        // Where several clauses speak of one array, the longest counts.
        if let Some(&other) = fixed.get(&object) {
            let longer = alg.bin(Bin::Ult, other, length);
            length = alg.ite(longer, length, other);
        }
        fixed.insert(object, length);
        self.forget_bound_on(object);
        self.state.objects[object].elastic = false;
        self.set_length(alg, object, length, size);
        if let Some(possible) = possible {
            self.assume(possible);
        }
    }

    /// The array of elements of this size that a parameter leads to, if its length is still open or was fixed by a clause.
    fn array_behind(
        &self,
        index: u32,
        size: u64,
        fixed: &BTreeMap<ObjId, A::Word>,
    ) -> Option<ObjId> {
        let Val::Ptr(ptr) = self.args[index as usize] else { return None };
        let objects = self.state.alts(ptr).iter().filter_map(|alt| match alt.target {
            Target::Object(object) => Some(object),
            _ => None,
        });
        let mut arrays = objects.filter(|&object| {
            let data = &self.state.objects[object];
            (data.elastic || fixed.contains_key(&object))
                && self.element_bytes(object) == Some(size)
                && data.origin == Origin::Param(index)
        });
        arrays.next()
    }

    /// What the contract fixes needs no bound of ours.
    fn forget_bound_on(&mut self, object: ObjId) {
        self.state.leaves.retain(|leaf| leaf.value != LeafValue::Length(object));
        let bounded = format!("length of {} ", self.state.objects[object].name);
        self.pending
            .retain(|pause| !matches!(pause, Pause::Bound(_, text) if text.starts_with(&bounded)));
    }

    /// The size of what an input object is an array of. A clause about a member or other parts says nothing of its length.
    fn element_bytes(&self, object: ObjId) -> Option<u64> {
        match self.state.objects[object].rest {
            Rest::Input(shape) => Some(self.program.shape_bytes(shape)),
            Rest::Uninit | Rest::Zero | Rest::Moved(_) => None,
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
