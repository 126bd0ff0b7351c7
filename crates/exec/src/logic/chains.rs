//! What holds of some chain of links, or fails because of one: a few links are made at once, and that those suffice is a bound of
//! ours. What holds of all links is asked of each by `linked`.

use crate::limits::CHAIN;
use crate::linked::{Kind, Node};
use crate::memory::ObjId;
use crate::{Algebra, Memory, PtrId, Val};
use ir::Type;
use world::{Premise, Quantity};

/// What is wanted of a predicate: that it can hold, that it can fail, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Truth,
    Falsehood,
    Both,
}

impl Wanted {
    pub(crate) fn of_negation(self) -> Self {
        match self {
            Self::Truth => Self::Falsehood,
            Self::Falsehood => Self::Truth,
            Self::Both => Self::Both,
        }
    }
}

/// Links that were made, from node to node.
struct Chains<W> {
    /// Nodes with the condition that they are where the chains begin.
    nodes: Vec<(Node, W)>,
    /// From node to node, by their places in the list.
    links: Vec<(usize, W, usize)>,
    /// The links of the first so many nodes were made.
    followed: usize,
    /// Do some links lead where nodes cannot be told apart?
    vague: bool,
}

impl<W: Copy> Chains<W> {
    fn find(&self, node: Node) -> Option<usize> {
        self.nodes.iter().position(|(known, _)| *known == node)
    }

    /// The place of a node in the list, at its end if it is new.
    fn place_of<A: Algebra<Word = W>>(&mut self, alg: &mut A, node: Node) -> usize {
        self.find(node).unwrap_or_else(|| {
            self.nodes.push((node, alg.no()));
            self.nodes.len() - 1
        })
    }
}

impl<A: Algebra> Memory<'_, A> {
    /// Is there no cycle of links in reach of a pointer?
    pub(crate) fn acyclic(
        &mut self,
        alg: &mut A,
        from: PtrId,
        links: &[u64],
        wanted: Wanted,
    ) -> A::Word {
        let truth = alg.fresh("acyclic", 1);
        if wanted != Wanted::Falsehood {
            self.add_rule(alg, from, links, truth, Kind::Ranked);
        }
        if wanted != Wanted::Truth {
            let chains = self.chains(alg, from, links);
            let in_reach = Self::in_reach(alg, &chains);
            let cycle = Self::cycle(alg, &chains, &in_reach);
            let shown = alg.or(truth, cycle);
            self.shown_by(alg, shown, &chains, &in_reach);
        }
        truth
    }

    /// Do links lead from one pointer to the object that the other leads to? Null is no object.
    pub(crate) fn reachable_by(
        &mut self,
        alg: &mut A,
        (from, to): (PtrId, PtrId),
        links: &[u64],
        wanted: Wanted,
    ) -> A::Word {
        let truth = alg.fresh("reachable", 1);
        if wanted != Wanted::Truth {
            let holds = alg.not(truth);
            let rule = self.add_rule(alg, from, links, holds, Kind::Closed);
            for (node, guard) in self.objects_behind(alg, to) {
                let mark = self.mark_of(alg, rule, node);
                let outside = alg.eq_const(mark, 0);
                self.assume_where(alg, &[holds, guard], outside);
            }
        }
        if wanted != Wanted::Falsehood {
            let chains = self.chains(alg, from, links);
            let in_reach = Self::in_reach(alg, &chains);
            let mut found = alg.not(truth);
            for (node, guard) in self.objects_behind(alg, to) {
                let Some(reached) = chains.find(node).map(|index| in_reach[index]) else {
                    continue;
                };
                let case = alg.and(guard, reached);
                found = alg.or(found, case);
            }
            self.shown_by(alg, found, &chains, &in_reach);
        }
        truth
    }

    /// Something holds, or the links that would show it lie beyond those that were made; that they do not is a bound of ours.
    fn shown_by(
        &mut self,
        alg: &mut A,
        shown: A::Word,
        chains: &Chains<A::Word>,
        in_reach: &[A::Word],
    ) {
        let mut beyond = if chains.vague { alg.yes() } else { alg.no() };
        for (&(node, _), &reached) in chains.nodes.iter().zip(in_reach).skip(chains.followed) {
            if node != Node::Null {
                beyond = alg.or(beyond, reached);
            }
        }
        let somehow = alg.or(shown, beyond);
        self.assume(somehow);
        self.bound(shown, Premise::Most(Quantity::Linked, CHAIN as u64));
    }

    /// Makes the first links behind a pointer, and what they lead to.
    fn chains(&mut self, alg: &mut A, from: PtrId, links: &[u64]) -> Chains<A::Word> {
        let vague = std::mem::replace(&mut self.vague, false);
        let mut chains = Chains { nodes: Vec::new(), links: Vec::new(), followed: 0, vague: false };
        for (node, guard) in self.targets(alg, from) {
            chains.nodes.push((node, guard));
        }
        while chains.followed < chains.nodes.len().min(CHAIN) {
            let at = chains.followed;
            chains.followed += 1;
            let Node::At(object, base) = chains.nodes[at].0 else { continue };
            let fits = self.can_be_read(alg, chains.nodes[at].0, links);
            for link in links {
                let Some(ptr) = self.link_at(alg, object, base + link) else { continue };
                for (target, guard) in self.targets(alg, ptr) {
                    let guard = fits.map_or(guard, |fits| alg.and(fits, guard));
                    let target = chains.place_of(alg, target);
                    chains.links.push((at, guard, target));
                }
            }
        }
        chains.vague = self.vague;
        self.vague |= vague;
        chains
    }

    /// The pointer of the input at a place.
    fn link_at(&mut self, alg: &mut A, object: ObjId, offset: u64) -> Option<PtrId> {
        let len = u64::from(self.program.target.pointer_bytes);
        self.materialise_as(alg, object, (offset, len), Some(Type::Ptr));
        let cell = self.state.objects[object].cells.get(&offset);
        if let Some(Val::Ptr(ptr)) = cell.map(|cell| cell.val) {
            return Some(ptr);
        }
        self.vague = true;
        None
    }

    /// For each node whether links lead there from the beginning: one step more for every node whose links were made.
    fn in_reach(alg: &mut A, chains: &Chains<A::Word>) -> Vec<A::Word> {
        let mut reached: Vec<A::Word> = chains.nodes.iter().map(|(_, begins)| *begins).collect();
        for _ in 0..chains.followed {
            let before = reached.clone();
            for &(from, guard, to) in &chains.links {
                let step = alg.and(before[from], guard);
                reached[to] = alg.or(reached[to], step);
            }
        }
        reached
    }

    /// Does a cycle lie in reach? A chain with more links than there are nodes goes around one.
    fn cycle(alg: &mut A, chains: &Chains<A::Word>, in_reach: &[A::Word]) -> A::Word {
        let mut goes_on = vec![alg.yes(); chains.nodes.len()];
        for _ in 0..=chains.followed {
            let mut further = vec![alg.no(); chains.nodes.len()];
            for &(from, guard, to) in &chains.links {
                let step = alg.and(guard, goes_on[to]);
                further[from] = alg.or(further[from], step);
            }
            goes_on = further;
        }
        let mut cycle = alg.no();
        for (&reached, &goes_on) in in_reach.iter().zip(&goes_on) {
            let case = alg.and(reached, goes_on);
            cycle = alg.or(cycle, case);
        }
        cycle
    }
}
