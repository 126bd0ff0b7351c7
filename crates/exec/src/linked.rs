//! Linked inputs that a contract speaks of: `\acyclic` and `\reachable` as constraints on the choices of pointers.
//!
//! What holds of every link is asked of each when a run first looks at it, so that nothing is unfolded: each node has a mark,
//! nodes in reach have one that is not zero, and a link leads from a mark to a higher one (no cycle) or to another one that is
//! not zero (nothing else is in reach). Links that nobody looks at are null. What holds of some chain of links needs that chain:
//! a few links are made at once, and that those suffice is a bound of ours.
//!
//! A node is an object and an offset in it. A link into a run of elements whose number is not known is not followed: then the
//! constraints are too weak, and whoever has an input has to ask (`is_vague`).

use crate::memory::ObjId;
use crate::{Algebra, Alt, Bin, Machine, PtrId, Target, Val};
use ir::Type;
use world::{Premise, Quantity};

/// Bits of a mark: there are fewer nodes than that.
const MARK_BITS: u32 = 16;
/// Objects that are made for chains of links, about.
const CHAIN: usize = 6;

/// What holds of all links of some kind.
#[derive(Clone, Debug)]
pub(crate) struct Rule<W> {
    /// Offsets of the links in a node.
    links: Box<[u64]>,
    /// It is asked only where this holds.
    holds: W,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Links lead from a mark to a higher one.
    Ranked,
    /// Links of nodes that have a mark lead to such nodes.
    Closed,
}

/// Where a link may lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    Null,
    At(ObjId, u64),
}

/// The mark of a node under a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark<W> {
    rule: usize,
    node: Node,
    word: W,
}

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

impl<A: Algebra> Machine<'_, A> {
    /// Does some predicate over linked structures rest on links that could not be told apart?
    pub fn is_vague(&self) -> bool {
        self.vague
    }

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

    fn add_rule(
        &mut self,
        alg: &mut A,
        from: PtrId,
        links: &[u64],
        holds: A::Word,
        kind: Kind,
    ) -> usize {
        let rule = self.rules.len();
        self.rules.push(Rule { links: links.into(), holds, kind });
        for (node, guard) in self.targets(alg, from) {
            self.marked_where(alg, rule, &[holds, guard], node);
        }
        for (object, offset, ptr) in self.known_links() {
            self.apply(alg, rule, object, offset, ptr);
        }
        rule
    }

    /// A pointer of the input was seen for the first time: asks of it what holds of all links.
    pub(crate) fn note_link(&mut self, alg: &mut A, object: ObjId, offset: u64, val: Val<A::Word>) {
        for rule in 0..self.rules.len() {
            match val {
                Val::Ptr(ptr) => self.apply(alg, rule, object, offset, ptr),
                _ => self.vague = true,
            }
        }
    }

    fn apply(&mut self, alg: &mut A, rule: usize, object: ObjId, offset: u64, ptr: PtrId) {
        let Rule { links, holds, kind } = self.rules[rule].clone();
        for base in links.iter().filter_map(|link| offset.checked_sub(*link)) {
            let mark = self.mark_of(alg, rule, Node::At(object, base));
            let outside = alg.eq_const(mark, 0);
            let inside = alg.not(outside);
            for (node, guard) in self.targets(alg, ptr) {
                self.marked_where(alg, rule, &[holds, inside, guard], node);
                if kind == Kind::Ranked && node != Node::Null {
                    let next = self.mark_of(alg, rule, node);
                    let higher = alg.bin(Bin::Ult, mark, next);
                    self.assume_where(alg, &[holds, inside, guard], higher);
                }
            }
        }
    }

    /// Under these conditions a node has a mark, and its links can be read.
    fn marked_where(&mut self, alg: &mut A, rule: usize, when: &[A::Word], node: Node) {
        let mark = self.mark_of(alg, rule, node);
        let outside = alg.eq_const(mark, 0);
        let inside = alg.not(outside);
        self.assume_where(alg, when, inside);
        let links = self.rules[rule].links.clone();
        if let Some(fits) = self.can_be_read(alg, node, &links) {
            self.assume_where(alg, when, fits);
        }
    }

    /// Is the object of a node so long that its links lie in it?
    fn can_be_read(&mut self, alg: &mut A, node: Node, links: &[u64]) -> Option<A::Word> {
        let Node::At(object, base) = node else { return None };
        let end = base + links.iter().max()? + u64::from(self.program.target.pointer_bytes);
        let end = alg.constant(64, end.into());
        Some(alg.bin(Bin::Ule, end, self.state.objects[object].size))
    }

    fn assume_where(&mut self, alg: &mut A, when: &[A::Word], then: A::Word) {
        let mut word = then;
        for &condition in when {
            let not = alg.not(condition);
            word = alg.or(not, word);
        }
        self.assume(word);
    }

    fn mark_of(&mut self, alg: &mut A, rule: usize, node: Node) -> A::Word {
        let known = self.state.marks.iter().find(|mark| mark.rule == rule && mark.node == node);
        if let Some(mark) = known {
            return mark.word;
        }
        let word = alg.fresh("mark", MARK_BITS);
        self.state.marks.push(Mark { rule, node, word });
        word
    }

    /// The nodes that a pointer may lead to, each with the condition.
    fn targets(&mut self, alg: &A, ptr: PtrId) -> Vec<(Node, A::Word)> {
        let mut targets = Vec::new();
        for Alt { guard, target, offset, .. } in self.state.alts(ptr).to_vec() {
            match (target, alg.as_const(offset)) {
                (Target::Null, _) => targets.push((Node::Null, guard)),
                (Target::Object(object), Some(at)) => {
                    targets.push((Node::At(object, at as u64), guard));
                }
                (Target::Object(_) | Target::Func(_) | Target::Raw, _) => self.vague = true,
                // Nothing is known of what is not made, and nothing said.
                (Target::Unmade(_), _) => {}
            }
        }
        targets
    }

    fn objects_behind(&mut self, alg: &A, ptr: PtrId) -> Vec<(Node, A::Word)> {
        let mut targets = self.targets(alg, ptr);
        targets.retain(|(node, _)| *node != Node::Null);
        targets
    }

    /// The pointers of the input that were made before.
    fn known_links(&self) -> Vec<(ObjId, u64, PtrId)> {
        let mut links = Vec::new();
        for (object, data) in self.state.objects.iter().filter(|(_, it)| it.is_input()) {
            for (&offset, cell) in &data.cells {
                if let Val::Ptr(ptr) = cell.val {
                    links.push((object, offset, ptr));
                }
            }
        }
        for (&(object, offset), &val) in &self.state.input_pointers {
            match val {
                Val::Ptr(ptr) if !links.contains(&(object, offset, ptr)) => {
                    links.push((object, offset, ptr));
                }
                _ => {}
            }
        }
        links
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
