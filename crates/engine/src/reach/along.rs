//! A whole path: an input that takes it, or the proof that none does.
//!
//! The walk is held to the outcomes that are named, so its cost is that of one path, whatever its loops and pointers are. What
//! comes after them is left to the input.

use super::{Inquiry, Reached};
use crate::confirm::Confirmed;
use crate::generate::may_meet;
use crate::polish::polish;
use crate::scope::{
    allocations_succeed, has_kept_apart, is_beyond, parse_bound, taken_for_granted, unknown,
};
use crate::walk::{End, Everything, NoStart, Walk};
use exec::Policy;
use ir::Event;
use ir::input::Input;
use suite::{Scope, Verdict};

impl Inquiry<'_> {
    /// Looks for an input whose run begins with these outcomes; first where arrays behind parameters lie apart.
    pub(super) fn follow(&mut self, path: &[Event]) -> Reached {
        match self.follow_on(path, Policy::INITIAL) {
            Reached::Not(..) if self.may_meet() => {
                self.follow_on(path, Policy { overlap: true, inside: true, ..Policy::INITIAL })
            }
            reached => reached,
        }
    }

    /// May what two parameters lead to meet, so that the walks made so far could tell?
    fn may_meet(&self) -> bool {
        may_meet(self.program, self.func)
            || has_kept_apart(self.program, self.func) && self.touched_beyond
    }

    fn follow_on(&mut self, path: &[Event], policy: Policy) -> Reached {
        let turns = u32::try_from(path.len()).unwrap_or(u32::MAX).max(1);
        let mut walk = match self.walk(turns, policy) {
            Ok(walk) => walk.along(path),
            Err(NoStart::Unsatisfiable(_)) => {
                return not(unknown("no input is admitted".to_owned()));
            }
            Err(NoStart::Undecided) => return not(super::not_asked()),
        };
        let mut open = None;
        while let Some(leaf) = walk.next(&Everything) {
            let taken = leaf.input.and_then(|input| self.takes(path, input));
            if let Some(taken) = taken {
                return Reached::Yes(Box::new(taken));
            }
            self.touched_beyond |= matches!(leaf.end, End::Trapped(it) if is_beyond(it.kind));
            if leaf.events.starts_with(path)
                || matches!(leaf.end, End::Cut(_) | End::Unsupported(_))
            {
                open = open.or(Some(leaf.end));
            }
        }
        not(match open {
            _ if !walk.is_done() => super::not_asked(),
            Some(end) => unknown(format!("the path was not followed to its end: {end:?}")),
            None => self.refuted(&walk),
        })
    }

    /// The input in small numbers with its run, if that begins with the path.
    fn takes(&mut self, path: &[Event], input: Input) -> Option<(Input, Confirmed)> {
        if self.judge.admits(&input) == Some(false) {
            return None;
        }
        let run = self.judge.run(&input);
        run.events.starts_with(path).then(|| polish(&mut self.judge, &input, &run))
    }

    fn refuted(&self, walk: &Walk<'_>) -> Verdict {
        let bounds = walk.used_bounds();
        if let Some(bound) = bounds.first() {
            let excluded_within = bounds.iter().map(|bound| parse_bound(bound)).collect();
            return Verdict::Unknown { reason: format!("not within {bound}"), excluded_within };
        }
        let mut assumes = walk.used_requires();
        assumes.extend(taken_for_granted(self.program, self.func));
        assumes.extend(allocations_succeed(self.program, self.func));
        let proof = "following the path".to_owned();
        Verdict::Infeasible { scope: Scope::Unconditional, assumes, proof, because: Vec::new() }
    }
}

fn not(verdict: Verdict) -> Reached {
    Reached::Not(verdict, Vec::new())
}
