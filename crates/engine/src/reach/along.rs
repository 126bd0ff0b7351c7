//! A whole path: an input that takes it, or the proof that none does.
//!
//! The walk is held to the outcomes that are named, so its cost is that of one path, whatever its loops and pointers are. What
//! comes after them is left to the input.

use super::{Inquiry, Reached};
use crate::goal::Left;
use crate::verdict::{Exclusion, Open, Proof, Verdict, is_beyond, judge};
use crate::walk::{End, Everything, NoStart, Walk};
use ir::Event;
use ir::input::Input;
use world::{Preference, Preferences};

impl Inquiry<'_> {
    /// Looks for an input whose run begins with these outcomes; first where arrays behind parameters lie apart.
    pub(super) fn follow(&mut self, path: &[Event]) -> Reached {
        let meeting = [Preference::Apart, Preference::NotInside, Preference::StartsArray];
        let meeting = meeting.into_iter().collect();
        match self.follow_on(path, Preferences::NONE) {
            Reached::Not(..) if self.may_meet() => self.follow_on(path, meeting),
            found => found,
        }
    }

    /// What propagation leaves at the end of the path, where arrays behind parameters lie apart.
    pub(super) fn follow_left(&mut self, path: &[Event]) -> Left {
        let turns = u32::try_from(path.len()).unwrap_or(u32::MAX).max(1);
        let Ok(walk) = self.scene.walk(&self.extent(turns, Preferences::NONE), self.stop) else {
            return Left::Open;
        };
        let mut walk = walk.along(path);
        while let Some(leaf) = walk.next(&Everything) {
            if leaf.events.starts_with(path) && !leaf.left.is_empty() {
                return Left::of_path(leaf.left, walk.counts.questions);
            }
            if matches!(leaf.end, End::Cut(_) | End::Unsupported(_)) {
                return Left::Open;
            }
        }
        match (walk.is_done(), walk.is_refuted_by_search()) {
            (false, _) => Left::Open,
            (true, true) => Left::NothingFound,
            (true, false) => Left::Nothing,
        }
    }

    /// May what two parameters lead to meet, so that the walks made so far could tell?
    fn may_meet(&self) -> bool {
        let beyond = self.scene.world.granted_beyond(Preferences::NONE);
        self.scene.world.may_meet() || self.touched_beyond && !beyond.is_empty()
    }

    fn follow_on(&mut self, path: &[Event], relaxed: Preferences) -> Reached {
        let turns = u32::try_from(path.len()).unwrap_or(u32::MAX).max(1);
        let mut walk = match self.scene.walk(&self.extent(turns, relaxed), self.stop) {
            Ok(walk) => walk.along(path),
            Err(NoStart::Unsatisfiable(_)) => {
                return self.not(&Open::NothingAdmitted.verdict(), Vec::new());
            }
            Err(NoStart::Undecided) => {
                return self.not(&Open::Budget(None).verdict(), Vec::new());
            }
        };
        let mut open = None;
        while let Some(leaf) = walk.next(&Everything) {
            let taken = leaf.input.and_then(|input| self.takes(path, &input));
            if let Some(taken) = taken {
                return taken;
            }
            self.touched_beyond |= matches!(leaf.end, End::Trapped(it) if is_beyond(it.kind));
            if leaf.events.starts_with(path)
                || matches!(leaf.end, End::Cut(_) | End::Unsupported(_))
            {
                open = open.or(Some(leaf.end));
            }
        }
        let verdict = match open {
            _ if !walk.is_done() => Open::Budget(None).verdict(),
            Some(end) => Open::NotFollowed(end).verdict(),
            None => self.refuted_by(&walk, relaxed),
        };
        self.not(&verdict, Vec::new())
    }

    /// The input in small numbers with its run, if that begins with the path.
    fn takes(&mut self, path: &[Event], input: &Input) -> Option<Reached> {
        if self.judge.admits(input) == Some(false) {
            return None;
        }
        let run = self.judge.run(input);
        run.events.starts_with(path).then(|| self.answer(input, &run))
    }

    fn refuted_by(&self, walk: &Walk<'_>, relaxed: Preferences) -> Verdict {
        let mut exclusion = Exclusion::new(self.scene.world, walk.used(), Proof::Path, relaxed);
        if self.touched_beyond {
            exclusion.premises.extend(self.scene.world.granted_beyond(relaxed));
        }
        judge(exclusion, Preferences::NONE)
    }
}
