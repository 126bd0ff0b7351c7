//! What holds wherever one of several ways is taken: the conjuncts that all of them share.
//!
//! A goal that can come about in several ways is a disjunction, and propagation gets little out of those. What its ways have in
//! common, often the whole path up to a decision, can be asserted on its own. Knows terms only.

use crate::limits;
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Pool, Term};

/// Conjuncts that a term implies, the plainest ones.
pub(crate) fn implied(pool: &Pool, term: Term) -> BTreeSet<Term> {
    let mut search = Search { pool, known: BTreeMap::new() };
    search.of(term, 0)
}

struct Search<'a> {
    pool: &'a Pool,
    known: BTreeMap<Term, BTreeSet<Term>>,
}

impl Search<'_> {
    fn of(&mut self, term: Term, depth: u32) -> BTreeSet<Term> {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let mut found = BTreeSet::from([term]);
        if depth < limits::IMPLIED_DEPTH && self.known.len() < limits::IMPLIED_TERMS {
            match self.pool.op(term) {
                Op::All => {
                    for &part in self.pool.args(term) {
                        found.extend(self.of(part, depth + 1));
                    }
                }
                Op::Any => found.extend(self.shared(self.pool.args(term), depth + 1)),
                _ => {}
            }
        }
        self.known.insert(term, found.clone());
        found
    }

    /// What all of some terms imply.
    fn shared(&mut self, terms: &[Term], depth: u32) -> BTreeSet<Term> {
        let Some((first, rest)) = terms.split_first() else { return BTreeSet::new() };
        let mut shared = self.of(*first, depth);
        for &term in rest {
            if shared.is_empty() {
                break;
            }
            let other = self.of(term, depth);
            shared.retain(|one| other.contains(one));
        }
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ways_share_is_implied() {
        let mut pool = Pool::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| pool.var(name, 1));
        let left = pool.all(&[a, b, c]);
        let right = pool.all(&[a, b, d]);
        let either = pool.any(&[left, right]);
        let found = implied(&pool, either);
        assert!(found.contains(&a) && found.contains(&b));
        assert!(!found.contains(&c) && !found.contains(&d));
    }
}
