//! What is known of a term that no constraint mentions: a look forward from the domains of its parts.
//!
//! Asking costs no level, no propagator and no trail; it answers most questions about checks that cannot fail.

use super::Engine;
use crate::labels::LabelSet;
use std::collections::BTreeMap;
use term::{Domain, Op, Pool, Term, forward};

/// Deeper parts are taken at what is known of them anyway.
const DEPTH: u32 = 24;
/// Terms with more parts than this are not looked into.
const PARTS: usize = 256;

/// What was looked at.
#[derive(Default)]
struct Seen {
    domains: BTreeMap<Term, Domain>,
    /// What the domains of active parts rest on.
    blames: Vec<LabelSet>,
}

impl Engine<'_> {
    /// What is known of a term now, whether it is active or not.
    pub(crate) fn estimate(&self, pool: &Pool, term: Term) -> Domain {
        if self.failed.is_some() {
            return *pool.domain(term);
        }
        self.look(pool, term, DEPTH, &mut Seen::default())
    }

    /// The labels that a boolean's being false rests on, if a look shows that it is.
    pub(crate) fn refutes(&mut self, pool: &Pool, term: Term) -> Option<LabelSet> {
        if self.failed.is_some() {
            return None;
        }
        let mut seen = Seen::default();
        if self.look(pool, term, DEPTH, &mut seen).hi > 0 {
            return None;
        }
        let mut blame = LabelSet::EMPTY;
        for part in seen.blames {
            blame = self.sets.union(blame, part);
        }
        Some(blame)
    }

    fn look(&self, pool: &Pool, term: Term, depth: u32, seen: &mut Seen) -> Domain {
        if let Some(slot) = self.slot(term) {
            seen.blames.push(self.blames[slot.index()]);
            return self.domains[slot.index()];
        }
        let anyway = *pool.domain(term);
        let args = pool.args(term);
        let leaf = matches!(pool.op(term), Op::Const(_) | Op::Var(_));
        if leaf || anyway.as_singleton().is_some() || depth == 0 || args.len() > PARTS {
            return anyway;
        }
        if let Some(&known) = seen.domains.get(&term) {
            return known;
        }
        let operands: Vec<Domain> =
            args.iter().map(|&arg| self.look(pool, arg, depth - 1, seen)).collect();
        let width = pool.width(term);
        let facts = forward(pool.op(term), width, pool.width(args[0]), &operands);
        // Both hold of every value the term can have, so they share one.
        let domain = anyway.meet(&facts, width).unwrap_or(anyway);
        seen.domains.insert(term, domain);
        domain
    }
}
