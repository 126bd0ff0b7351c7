//! Cliques of disequalities: terms that all differ.
//!
//! Meaning: no two members are equal. Consistency: Hall intervals, in both orders. Where the members
//! whose bounds lie within `lo..=hi` are more than there are values, nothing fits; where they are as
//! many, the others keep out (Puget 1998, here in the plain cubic form: cliques are small).
//! Pairwise propagation sees none of this before all but one value is gone.
//!
//! Cliques are looked for in the disequalities in force, when a check asks for it.

use super::{Engine, Slot};
use crate::labels::LabelSet;
use term::{Domain, Op, to_signed};

/// Terms that are looked at: those with most disequalities come first.
const MOST_TERMS: usize = 64;

/// Which bounds are looked at. Signed ones are compared with the sign bit turned over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bounds {
    Unsigned,
    Signed,
}

/// The terms of disequalities in force, and who differs from whom.
struct Graph {
    terms: Vec<Slot>,
    /// By term, a bit for each term it differs from.
    differs: Vec<u64>,
    blame: LabelSet,
}

impl Engine<'_> {
    /// Narrows by every clique found; true if something was narrowed.
    pub(crate) fn all_different(&mut self) -> bool {
        let graph = self.disequalities();
        let mut narrowed = false;
        let mut left = u64::MAX;
        for first in 0..graph.terms.len() {
            if left >> first & 1 == 0 {
                continue;
            }
            let clique = grow(&graph, first);
            left &= !clique;
            let members: Vec<Slot> =
                (0..64).filter(|at| clique >> at & 1 == 1).map(|at| graph.terms[at]).collect();
            if members.len() > 2 {
                narrowed |= self.halls(&members, graph.blame);
            }
        }
        narrowed
    }

    fn disequalities(&mut self) -> Graph {
        let mut edges = Vec::new();
        let mut blame = LabelSet::EMPTY;
        for at in 0..self.nodes.len() {
            if self.nodes[at].op == Op::Eq && self.domains[at].as_singleton() == Some(0) {
                let first = self.nodes[at].first_arg as usize;
                edges.push((self.args[first], self.args[first + 1]));
                blame = self.sets.union(blame, self.blames[at]);
            }
        }
        let terms = busiest(&edges);
        let place = |slot: Slot| terms.iter().position(|&term| term == slot);
        let mut differs = vec![0; terms.len()];
        for (a, b) in edges {
            if let (Some(a), Some(b)) = (place(a), place(b)) {
                differs[a] |= 1 << b;
                differs[b] |= 1 << a;
            }
        }
        Graph { terms, differs, blame }
    }

    /// Narrows by Hall intervals until there is none left.
    fn halls(&mut self, members: &[Slot], edges: LabelSet) -> bool {
        let mut narrowed = false;
        let mut progress = true;
        while progress && self.failed.is_none() {
            progress = false;
            for bounds in [Bounds::Unsigned, Bounds::Signed] {
                progress |= self.hall_round(members, bounds, edges);
            }
            narrowed |= progress;
        }
        narrowed
    }

    fn hall_round(&mut self, members: &[Slot], bounds: Bounds, edges: LabelSet) -> bool {
        let blame = members.iter().fold(edges, |blame, member| {
            let own = self.blames[member.index()];
            self.sets.union(blame, own)
        });
        let width = self.nodes[members[0].index()].width;
        let ranges: Vec<(u128, u128)> = members.iter().map(|&m| self.range(m, bounds)).collect();
        for &(lo, _) in &ranges {
            for &(_, hi) in ranges.iter().filter(|&&(_, hi)| hi >= lo) {
                let within = |&&(from, to): &&(u128, u128)| lo <= from && to <= hi;
                let n_within = ranges.iter().filter(within).count() as u128;
                if n_within == 0 || n_within - 1 < hi - lo {
                    continue;
                }
                if n_within - 1 > hi - lo {
                    self.fail(blame);
                    return true;
                }
                if self.keep_out(members, &ranges, (lo, hi), bounds, width, blame) {
                    return true;
                }
            }
        }
        false
    }

    /// Moves the bounds of those that are not within the interval out of it.
    fn keep_out(
        &mut self,
        members: &[Slot],
        ranges: &[(u128, u128)],
        (lo, hi): (u128, u128),
        bounds: Bounds,
        width: u32,
        blame: LabelSet,
    ) -> bool {
        let mut progress = false;
        for (&member, &(from, to)) in members.iter().zip(ranges) {
            if lo <= from && to <= hi {
                continue;
            }
            let starts_inside = lo <= from && from <= hi;
            let ends_inside = lo <= to && to <= hi;
            if !starts_inside && !ends_inside {
                continue;
            }
            let from = if starts_inside { hi + 1 } else { from };
            let to = if ends_inside { lo - 1 } else { to };
            self.restrict(member, &interval(width, bounds, from, to), blame);
            progress = true;
        }
        progress
    }

    fn range(&self, slot: Slot, bounds: Bounds) -> (u128, u128) {
        let domain = &self.domains[slot.index()];
        let width = self.nodes[slot.index()].width;
        match bounds {
            Bounds::Unsigned => (domain.lo, domain.hi),
            Bounds::Signed => {
                let biased = |value: i128| term::to_unsigned(value, width) ^ sign(width);
                (biased(domain.slo), biased(domain.shi))
            }
        }
    }
}

fn interval(width: u32, bounds: Bounds, from: u128, to: u128) -> Domain {
    match bounds {
        Bounds::Unsigned => Domain::unsigned(width, from, to),
        Bounds::Signed => {
            let value = |biased: u128| to_signed(biased ^ sign(width), width);
            Domain::signed(width, value(from), value(to))
        }
    }
}

const fn sign(width: u32) -> u128 {
    1 << (width - 1)
}

/// The terms with most edges, in that order.
fn busiest(edges: &[(Slot, Slot)]) -> Vec<Slot> {
    let mut ends: Vec<Slot> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
    ends.sort_unstable();
    let mut counted: Vec<(usize, Slot)> =
        ends.chunk_by(|a, b| a == b).map(|same| (same.len(), same[0])).collect();
    counted.sort_unstable_by_key(|&(n, slot)| (std::cmp::Reverse(n), slot));
    counted.into_iter().take(MOST_TERMS).map(|(_, slot)| slot).collect()
}

/// A clique around a term, each next one the first that differs from all so far.
fn grow(graph: &Graph, first: usize) -> u64 {
    let mut clique = 1 << first;
    let mut candidates = graph.differs[first];
    while candidates != 0 {
        let next = candidates.trailing_zeros() as usize;
        clique |= 1 << next;
        candidates &= graph.differs[next];
    }
    clique
}
