//! Sets of labels as small ids, so that a reason costs four bytes.

use crate::Label;
use std::collections::BTreeMap;

/// A set owned by some [`LabelSets`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct LabelSet(u32);

impl LabelSet {
    pub(crate) const EMPTY: Self = Self(0);
}

/// Owns sets of labels; equal sets have equal ids, and unions are remembered.
#[derive(Clone, Debug)]
pub(crate) struct LabelSets {
    sets: Vec<Vec<Label>>,
    ids: BTreeMap<Vec<Label>, LabelSet>,
    singles: BTreeMap<Label, LabelSet>,
    unions: BTreeMap<(LabelSet, LabelSet), LabelSet>,
}

impl LabelSets {
    pub(crate) fn new() -> Self {
        Self {
            sets: vec![Vec::new()],
            ids: BTreeMap::from([(Vec::new(), LabelSet::EMPTY)]),
            singles: BTreeMap::new(),
            unions: BTreeMap::new(),
        }
    }

    pub(crate) fn singleton(&mut self, label: Label) -> LabelSet {
        if let Some(&known) = self.singles.get(&label) {
            return known;
        }
        let set = self.intern(vec![label]);
        self.singles.insert(label, set);
        set
    }

    pub(crate) fn labels(&self, set: LabelSet) -> &[Label] {
        &self.sets[set.0 as usize]
    }

    pub(crate) fn union(&mut self, a: LabelSet, b: LabelSet) -> LabelSet {
        if a == b || b == LabelSet::EMPTY {
            return a;
        }
        if a == LabelSet::EMPTY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut all = [self.labels(a), self.labels(b)].concat();
        all.sort_unstable();
        all.dedup();
        let set = self.intern(all);
        self.unions.insert(key, set);
        set
    }

    fn intern(&mut self, sorted: Vec<Label>) -> LabelSet {
        if let Some(&known) = self.ids.get(&sorted) {
            return known;
        }
        let set = LabelSet(u32::try_from(self.sets.len()).expect("fewer than 2^32 label sets"));
        self.sets.push(sorted.clone());
        self.ids.insert(sorted, set);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_are_sorted_and_shared() {
        let mut sets = LabelSets::new();
        let (a, b) = (sets.singleton(Label(3)), sets.singleton(Label(1)));
        let both = sets.union(a, b);
        assert_eq!(sets.labels(both), [Label(1), Label(3)]);
        assert_eq!(sets.union(both, b), both);
        assert_eq!(sets.union(LabelSet::EMPTY, a), a);
    }
}
