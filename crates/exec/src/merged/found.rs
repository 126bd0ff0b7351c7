//! What merged execution finds: outcomes, traps, visits and cuts, each with the words that say when.
//!
//! Records only. Whether any of it can happen is for whoever owns a solver to ask.

use super::{Flow, Merged};
use crate::{Algebra, Pc};
use ir::{Event, Func, LoopId, Trap, TrapKind, Value};
use world::Gap;

/// Something that inputs can make happen.
#[derive(Clone, Debug)]
pub struct Occurrence<W> {
    /// What.
    pub event: Event,
    /// When control comes there and takes this outcome.
    pub when: W,
    /// When something had gone wrong before.
    pub wrong: W,
    /// Which call this happened in, numbered in order of entry.
    pub call: u32,
    /// Which evaluation of a condition or switch this is an outcome of.
    pub moment: u32,
    /// The outcome itself, wherever control comes from.
    pub cond: W,
    /// The path to it, for [`Merged::steps_to`].
    pub way: u32,
}

/// A trap that inputs can run into.
#[derive(Clone, Debug)]
pub struct Trapping<W> {
    /// Which.
    pub trap: Trap,
    /// When control comes there and it happens.
    pub when: W,
    /// When something had gone wrong before.
    pub wrong: W,
}

/// A watched instruction that inputs can get to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Visit<W> {
    /// Which.
    pub place: (Func, Value),
    /// When control comes there.
    pub when: W,
    /// When something had gone wrong before.
    pub wrong: W,
    /// The path to it, for [`Merged::steps_to`].
    pub way: u32,
}

/// Why execution was not followed further.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// A loop would turn more often.
    Turns(Func, LoopId),
    /// A function would call itself more often.
    Calls(Func),
    /// The function is too long in all.
    Steps,
    /// Something is not modelled.
    Unsupported(Gap),
    /// By what is known of the inputs this does not happen.
    Refuted,
}

impl Reason {
    /// Could a walk over paths go on here?
    pub fn may_be_walked(&self) -> bool {
        match self {
            Self::Turns(..) | Self::Calls(_) | Self::Steps | Self::Refuted => true,
            Self::Unsupported(gap) => gap.may_be_walked(),
        }
    }
}

/// A place where execution was not followed further.
#[derive(Clone, Debug)]
pub struct Cut<W> {
    /// Why.
    pub reason: Reason,
    /// When control comes there.
    pub when: W,
    /// When something had gone wrong before.
    pub wrong: W,
    /// The active calls, outermost first, each with where it would go on.
    pub frames: Vec<(Func, Pc)>,
}

impl<A: Algebra> Merged<'_, A> {
    pub(super) fn trap(&mut self, alg: &mut A, kind: TrapKind, when: A::Word, inst: Value) {
        let when = alg.and(self.guard(), when);
        let (func, inst) = self.machine.blamed(inst);
        let trap = Trap { kind, func, inst };
        self.checks.insert(trap);
        if alg.is_no(when) {
            return;
        }
        self.traps.push(Trapping { trap, when, wrong: self.wrong });
        self.wrong = alg.or(self.wrong, when);
    }

    /// Control goes no further. Whatever comes out of a loop comes to where a turn was cut, too, and that one did not come round
    /// is told there; elsewhere no guard around is whole any more.
    pub(crate) fn cut(&mut self, alg: &mut A, inst: Option<Value>, reason: Reason) -> Flow {
        let guard = self.guard();
        self.cut_when(alg, inst, reason, guard);
        if !matches!(reason, Reason::Turns(..)) {
            self.lose_control();
        }
        Flow::Ended
    }

    /// Of some states nobody hears again: those that come to any meeting are not all.
    pub(crate) fn lose_control(&mut self) {
        self.meetings.iter_mut().for_each(|meeting| meeting.crossed = true);
    }

    pub(super) fn cut_when(
        &mut self,
        alg: &mut A,
        inst: Option<Value>,
        reason: Reason,
        when: A::Word,
    ) {
        if alg.is_no(when) {
            return;
        }
        if let Some(inst) = inst {
            self.machine.stand_at(inst);
        }
        let mut frames: Vec<(Func, Pc)> = self.machine.frames().collect();
        // Callers go on after the call.
        let n_callers = frames.len() - 1;
        frames[..n_callers].iter_mut().for_each(|frame| frame.1 += 1);
        self.lost = alg.or(self.lost, when);
        self.cuts.push(Cut { reason, when, wrong: self.wrong, frames });
    }

    pub(super) fn show(&mut self, alg: &mut A, event: Event, cond: A::Word) {
        let when = alg.and(self.guard(), cond);
        let call = *self.calls.last().expect("a call is active");
        let way = *self.way.last().expect("the empty path has a way");
        let (wrong, moment) = (self.wrong, self.n_moments);
        let seen = Occurrence { event, when, wrong, call, moment, cond, way };
        if alg.is_no(when) {
            self.never.push(seen);
        } else {
            self.occurrences.push(seen);
        }
    }

    /// How much was found so far: occurrences, traps, cuts, invariants, visits, what never happens.
    pub(crate) fn n_found(&self) -> [usize; 6] {
        let Self { occurrences, traps, cuts, invariants, visits, never, .. } = self;
        [occurrences.len(), traps.len(), cuts.len(), invariants.len(), visits.len(), never.len()]
    }

    /// Keeps only so much of what was found.
    pub(crate) fn forget_found(&mut self, n_found: [usize; 6]) {
        self.occurrences.truncate(n_found[0]);
        self.traps.truncate(n_found[1]);
        self.cuts.truncate(n_found[2]);
        self.invariants.truncate(n_found[3]);
        self.visits.truncate(n_found[4]);
        self.never.truncate(n_found[5]);
    }
}
