//! Linked inputs that a contract speaks of: `\acyclic` and `\reachable` as constraints on the choices of pointers.
//!
//! What holds of every link is asked of each when a run first looks at it, so that nothing is unfolded: each node has a mark,
//! nodes in reach have one that is not zero, and a link leads from a mark to a higher one (no cycle) or to another one that is
//! not zero (nothing else is in reach). Links that nobody looks at are null. What holds of some chain of links
//! needs that chain, and is for `logic`.
//!
//! A node is an object and an offset in it. A link into a run of elements whose number is not known is not followed: then the
//! constraints are too weak, and whoever has an input has to ask (`is_vague`).

use crate::limits::MARK_BITS;
use crate::memory::ObjId;
use crate::{Algebra, Alt, Bin, Memory, PtrId, Target, Val};

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
pub(crate) enum Kind {
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

impl<A: Algebra> Memory<'_, A> {
    /// Does some predicate over linked structures rest on links that could not be told apart?
    pub fn is_vague(&self) -> bool {
        self.vague
    }

    pub(crate) fn add_rule(
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
    pub(crate) fn can_be_read(
        &mut self,
        alg: &mut A,
        node: Node,
        links: &[u64],
    ) -> Option<A::Word> {
        let Node::At(object, base) = node else { return None };
        let end = base + links.iter().max()? + u64::from(self.program.target.pointer_bytes);
        let end = alg.constant(64, end.into());
        Some(alg.bin(Bin::Ule, end, self.state.objects[object].size))
    }

    pub(crate) fn assume_where(&mut self, alg: &mut A, when: &[A::Word], then: A::Word) {
        let mut word = then;
        for &condition in when {
            word = alg.implies(condition, word);
        }
        self.assume(word);
    }

    pub(crate) fn mark_of(&mut self, alg: &mut A, rule: usize, node: Node) -> A::Word {
        let known = self.marks.iter().find(|mark| mark.rule == rule && mark.node == node);
        if let Some(mark) = known {
            return mark.word;
        }
        let word = alg.fresh("mark", MARK_BITS);
        self.marks.push(Mark { rule, node, word });
        word
    }

    /// The nodes that a pointer may lead to, each with the condition.
    pub(crate) fn targets(&mut self, alg: &A, ptr: PtrId) -> Vec<(Node, A::Word)> {
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

    pub(crate) fn objects_behind(&mut self, alg: &A, ptr: PtrId) -> Vec<(Node, A::Word)> {
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
        for (&(object, offset), &val) in &self.input_pointers {
            match val {
                Val::Ptr(ptr) if !links.contains(&(object, offset, ptr)) => {
                    links.push((object, offset, ptr));
                }
                _ => {}
            }
        }
        links
    }
}
