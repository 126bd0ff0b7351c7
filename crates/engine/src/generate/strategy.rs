//! What is tried in which order: seeds, single heaps, walks and goals in turns, then arrays that overlap and longer ones.
//!
//! Cheap things first, and each with a limit of its own, so that none eats what another needs. How a walk or a goal works is for
//! `walking` and `pursue`.

use super::pursue::Effort;
use super::{Criterion, Engines, Search, Stop};
use crate::scalars::contains_pointer;
use crate::unfold::LONGEST_OVERLAPPING;
use crate::walk::NoStart;
use exec::Policy;
use ir::{Shape, ShapeId};
use world::{Overlap, Preference, Premise, Quantity, Together};

/// Loop bounds of successive rounds when covering: each is four times the last until everything is decided.
pub(super) const FIRST_TURNS: u32 = 3;
const LAST_TURNS: u32 = 3 << 16;
/// How many times as many turns a brief walk may take when it is its turn again. A walk costs what it looks at, not what it may
/// turn; goals before it may cost much where structures are allocated.
const TURNS_MORE: u32 = 16;
/// How often a walk over single heaps may look around without reaching anything new.
const LOOKS_AT_HEAPS: u32 = 20_000;
/// How often a first walk over them may look around without reaching anything new, and turns of its loops.
const LOOKS_AT_OVERLAPPING: u32 = 500;
const TURNS_OF_A_LOOK: u32 = 5;
/// How often a walk over longer ones may look around without reaching anything new.
const LOOKS_AT_LONG_ONES: u32 = 20;
/// The same where arrays lie apart, and turns of loops there.
const LOOKS_AT_LONG_ARRAYS: u32 = 500;
const TURNS_AMONG_LONG_ONES: u32 = 128;
/// How often a walk that shares its time with goals may look around without reaching anything new.
const BRIEFLY: u32 = 100;

impl Search<'_> {
    /// Everything there is to try, until nothing is open or the time is up.
    pub(super) fn run(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        match self.options.criterion {
            // Which runs have at most k turns is for the walk to say.
            Criterion::KPath(k) => return self.walk_apart_and_overlapping(Some(k), stop),
            Criterion::Path => {
                // What can be counted lies apart: where arrays may overlap there is more.
                if self.may_meet() || !self.run_all(stop) {
                    return self.walk_apart_and_overlapping(None, stop);
                }
                if !self.stopped && self.lets_overlap() {
                    self.walk(None, None, stop)?;
                }
                return Ok(());
            }
            _ => {}
        }
        self.exclude_never_taken();
        self.cover_objectives(stop)?;
        if self.options.engines != Engines::Goals {
            self.look_at_long_arrays(stop)?;
        }
        if self.covered.borrow().len() < self.objectives.len() && self.lets_overlap() {
            self.walk_deeper(stop)?;
            if self.is_any_open() && !self.stopped && self.rests_on_bounds() {
                self.look_at_long_ones(stop)?;
            }
        }
        if self.options.engines != Engines::Goals {
            self.exclude_at_any_length(stop);
        }
        self.relax(stop)?;
        if self.options.engines != Engines::Goals && !self.relaxed.is_empty() {
            self.exclude_at_any_length(stop);
        }
        if self.options.engines != Engines::Goals {
            self.look_for_mistakes(stop);
        }
        self.hunt_broken_promises(stop);
        Ok(())
    }

    /// Looks around among arrays as long as any access may tell apart, where shorter ones kept from something. What is known of
    /// shorter ones stays: most that is excluded here will be so again.
    fn look_at_long_arrays(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        if !self.is_any_open() || self.stopped || !self.premises.iter().any(is_length) {
            return Ok(());
        }
        let (exhausted, premises) = (self.exhausted, self.premises.clone());
        let cuts = self.cuts.clone();
        self.longest = Policy::INITIAL.max_candidates;
        self.walk(Some(TURNS_AMONG_LONG_ONES), Some(LOOKS_AT_LONG_ARRAYS), stop)?;
        self.longest = Policy::INITIAL.max_length;
        (self.exhausted, self.premises, self.cuts) = (exhausted, premises, cuts);
        Ok(())
    }

    /// Looks around among longer arrays that overlap. Where that comes to no end, what is known of shorter ones stays.
    fn look_at_long_ones(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        let (exhausted, premises) = (self.exhausted, self.premises.clone());
        self.longest = Policy::INITIAL.max_length;
        self.walk(Some(FIRST_TURNS), Some(LOOKS_AT_LONG_ONES), stop)?;
        if !self.exhausted {
            (self.exhausted, self.premises) = (exhausted, premises);
            self.longest = LONGEST_OVERLAPPING;
        }
        Ok(())
    }

    /// Looks around among arrays that overlap, before it takes long to see that nothing else helps.
    fn look_at_overlapping(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        if self.stopped || !self.is_any_open() || !self.lets_overlap() {
            return Ok(());
        }
        self.walk(Some(TURNS_OF_A_LOOK), Some(LOOKS_AT_OVERLAPPING), stop)?;
        (self.relaxed, self.longest) = (self.options.relaxed, Policy::INITIAL.max_length);
        self.forget_walk();
        Ok(())
    }

    /// What a walk did not reach says nothing: it was not meant to be complete.
    pub(super) fn forget_walk(&mut self) {
        self.exhausted = false;
        self.cuts.clear();
        self.unsupported.clear();
        self.premises.clear();
    }

    /// All paths: first with arrays that lie apart, then the others.
    fn walk_apart_and_overlapping(
        &mut self,
        turns: Option<u32>,
        stop: Stop<'_>,
    ) -> Result<(), NoStart> {
        self.walk(turns, None, stop)?;
        if !self.stopped && self.lets_overlap() {
            self.walk(turns, None, stop)?;
        }
        self.exclude_at_any_length(stop);
        self.walk_relaxed(turns, stop)
    }

    /// From here on arrays behind parameters may overlap; false if that makes no difference.
    fn lets_overlap(&mut self) -> bool {
        let is_open = |pair: &&Overlap| !pair.apart || self.touches_beyond();
        let mut pairs = self.world.overlaps.iter().filter(is_open);
        let overlap = pairs.any(|pair| pair.together != Some(Together::Before));
        let differs = overlap || !self.world.insides.tried.is_empty();
        if overlap {
            self.longest = LONGEST_OVERLAPPING;
        }
        if differs {
            let relaxed = self.relaxed.with(Preference::Apart).with(Preference::NotInside);
            self.relax_to(relaxed);
        }
        differs
    }

    fn cover_objectives(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        if self.options.engines != Engines::Goals {
            self.walk_densely(stop)?;
        }
        self.try_seeds(stop);
        if self.is_any_open() && self.run_all(stop) && self.exhausted {
            return Ok(());
        }
        if self.options.engines != Engines::Goals {
            if self.walk_split(stop)? {
                return Ok(());
            }
            self.look_at_overlapping(stop)?;
        }
        match self.options.engines {
            Engines::Walk => self.walk_deeper(stop)?,
            Engines::Both => self.take_turns(stop)?,
            Engines::Goals => {
                for effort in Effort::ALL {
                    if self.is_any_open() {
                        self.pursue(effort, stop);
                    }
                }
            }
        }
        Ok(())
    }

    /// For linked structures: a walk where each place that a pointer may lead to is a path of its own, since a question about
    /// all heaps at once may be a hard one. True if nothing is left to ask.
    fn walk_split(&mut self, stop: Stop<'_>) -> Result<bool, NoStart> {
        if !self.is_any_open() || !self.has_links() {
            return Ok(false);
        }
        // Few turns first: small heaps show most, and there are few of them.
        for turns in 1..=FIRST_TURNS {
            self.split = true;
            let walked = self.walk(Some(turns), Some(LOOKS_AT_HEAPS), stop);
            self.split = false;
            walked?;
            let proved = self.exhausted && !self.rests_on_bounds() && self.unsupported.is_empty();
            if proved || self.stopped || !self.is_any_open() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Are there pointers in what pointers of the input lead to?
    pub(super) fn has_links(&self) -> bool {
        let shapes = &self.program.shapes;
        let params = self.program.funcs[self.func].params.iter().map(|param| param.shape);
        let globals = world::input_globals(self.program).into_iter();
        let globals = globals.filter_map(|global| self.program.globals[global].shape);
        let links = |shape: ShapeId| match shapes[shape] {
            Shape::Pointer { to: Some(to), .. } => contains_pointer(self.program, to),
            Shape::Pointer { to: None, .. } => true,
            _ => contains_pointer(self.program, shape),
        };
        params.chain(globals).any(links)
    }

    /// Paths for cheap coverage, goals for the rest; each with more patience when it is its turn again.
    fn take_turns(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        let (mut turns, mut looks) = (FIRST_TURNS, BRIEFLY);
        for effort in Effort::ALL {
            let short = self.walk(Some(turns), Some(looks), stop)?;
            if self.stopped || (self.exhausted && !self.rests_on_bounds()) || !self.is_any_open() {
                return Ok(());
            }
            self.pursue(effort, stop);
            if !self.is_any_open() {
                return Ok(());
            }
            looks *= 10;
            turns *= if short { TURNS_MORE } else { 1 };
        }
        self.walk_deeper(stop)
    }

    fn walk_deeper(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        let mut turns = FIRST_TURNS;
        loop {
            self.cuts.clear();
            let deeper = self.walk(Some(turns), None, stop)?;
            if !deeper || self.stopped || turns >= LAST_TURNS {
                return Ok(());
            }
            turns *= 4;
        }
    }
}

/// Is a premise a maximum of the length of an array, or of where in it a pointer leads to?
pub(super) fn is_length(premise: &Premise) -> bool {
    matches!(premise, Premise::Most(Quantity::Length(_) | Quantity::Element(_), _))
}
