//! What is known of a term that no constraint mentions: a look forward from the domains of its parts.
//!
//! Asking costs no level, no propagator and no trail; it answers most questions about checks that cannot fail.

use super::Engine;
use crate::labels::LabelSet;
use std::collections::BTreeMap;
use term::{Domain, Op, Pool, Term};

/// Deeper parts are taken at what is known of them anyway.
const DEPTH: u32 = 24;
/// Terms with more parts than this are not looked into.
const PARTS: usize = 256;
/// Once so many terms were looked into, the others are taken at what is known of them anyway.
const MOST_TERMS: usize = 2000;

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
        if seen.domains.len() >= MOST_TERMS {
            return anyway;
        }
        let domain = match pool.op(term) {
            Op::All => self.look_for(0, pool, args, depth, seen),
            Op::Any => self.look_for(1, pool, args, depth, seen),
            Op::Ite => self.look_into_choice(pool, term, depth, seen),
            _ => self.look_forward(pool, term, depth, seen),
        };
        // Both hold of every value the term can have, so they share one.
        let domain = anyway.meet(&domain, pool.width(term)).unwrap_or(anyway);
        seen.domains.insert(term, domain);
        domain
    }

    /// What the domains of all parts say.
    fn look_forward(&self, pool: &Pool, term: Term, depth: u32, seen: &mut Seen) -> Domain {
        let args = pool.args(term);
        let operands: Vec<Domain> =
            args.iter().map(|&arg| self.look(pool, arg, depth - 1, seen)).collect();
        // Where constraints contradict each other unnoticed, these facts may, too: only who meets them with others reduces.
        pool.facts_from(term, &operands)
    }

    /// A conjunction is false and a disjunction true where one part is; the others need no look then.
    fn look_for(
        &self,
        decisive: u128,
        pool: &Pool,
        args: &[Term],
        depth: u32,
        seen: &mut Seen,
    ) -> Domain {
        let mut open = false;
        for &arg in args {
            match self.look(pool, arg, depth - 1, seen).as_singleton() {
                Some(value) if value == decisive => return Domain::singleton(1, decisive),
                Some(_) => {}
                None => open = true,
            }
        }
        if open { Domain::full(1) } else { Domain::singleton(1, 1 - decisive) }
    }

    /// Where the condition is known, the other side needs no look.
    fn look_into_choice(&self, pool: &Pool, term: Term, depth: u32, seen: &mut Seen) -> Domain {
        let &[cond, yes, no] = pool.args(term) else { unreachable!("a choice has three parts") };
        match self.look(pool, cond, depth - 1, seen).as_singleton() {
            Some(0) => self.look(pool, no, depth - 1, seen),
            Some(_) => self.look(pool, yes, depth - 1, seen),
            None => self.look_forward(pool, term, depth, seen),
        }
    }
}
