//! What the machine tells its driver: why it stopped, and what holds from here on.

use crate::{Algebra, Machine, Val};
use ir::{Cond, Func, LoopId, SwitchId, TrapKind, Type, Value};
use world::{Gap, Premise};

/// Why the machine stopped.
#[derive(Clone, PartialEq, Debug)]
#[must_use]
pub enum Pause<W> {
    /// A condition: go on with [`Machine::take`].
    Branch {
        /// Its truth.
        cond: W,
        /// The condition it is an event of, if any.
        event: Option<Cond>,
    },
    /// A switch: go on with [`Machine::take_target`].
    Switch {
        /// When each target is taken; the guards exclude each other and one of them holds.
        guards: Vec<W>,
        /// The switch it is an event of, if any.
        event: Option<SwitchId>,
    },
    /// The last instruction traps in this case; going on means that it does not.
    Check {
        /// What would go wrong.
        kind: TrapKind,
        /// When.
        when: W,
        /// At which instruction of the active function.
        inst: Value,
    },
    /// The run certainly trapped.
    Trapped {
        /// What went wrong.
        kind: TrapKind,
        /// At which instruction of the active function.
        inst: Value,
    },
    /// Holds of all inputs from here on.
    Assume(W),
    /// An access fits into an array whose length is ours to choose; going on means that it does.
    Fits(W),
    /// What was executed last is modelled only where this fails, by what is known now though not by the terms themselves.
    Beyond(W),
    /// Holds of all inputs for which a premise does.
    Bound(W, Premise),
    /// A turn of a loop begins; this is the n-th since the loop was entered.
    Turn(LoopId, u32),
    /// A function was entered that is already active this many times.
    Recursion(Func, u32),
    /// The function under test returned.
    Returned(Option<Val<W>>),
    /// Something that is not modelled was met.
    Unsupported(Gap),
}

impl<A: Algebra> Machine<'_, A> {
    /// The last instruction traps when `when` holds.
    pub(crate) fn check(&mut self, alg: &A, kind: TrapKind, when: A::Word, inst: Value) {
        if !alg.is_no(when) {
            self.pending.push_back(Pause::Check { kind, when, inst });
        }
    }

    pub(crate) fn fits(&mut self, word: A::Word) {
        self.pending.push_back(Pause::Fits(word));
    }

    pub(crate) fn beyond(&mut self, alg: &A, word: A::Word) {
        if !alg.is_no(word) {
            self.pending.push_back(Pause::Beyond(word));
        }
    }

    pub(crate) fn assume(&mut self, word: A::Word) {
        self.pending.push_back(Pause::Assume(word));
    }

    /// Holds of all inputs within a premise.
    pub(crate) fn bound(&mut self, word: A::Word, premise: Premise) {
        self.pending.push_back(Pause::Bound(word, premise));
    }

    /// Something that is not modelled was used: the machine stops here.
    pub(crate) fn unsupported(&mut self, gap: Gap) {
        self.pending.push_back(Pause::Unsupported(gap));
    }

    pub(crate) fn unusable(&self, value: Value) -> Pause<A::Word> {
        match self.value(value) {
            Val::Opaque(why) => Pause::Unsupported(why),
            Val::Uninit => Pause::Trapped { kind: TrapKind::MissingReturn, inst: value },
            Val::Maybe(_) => Pause::Unsupported(Gap::ReturnedSometimes),
            Val::Ptr(_) | Val::Word(_) => Pause::Unsupported(Gap::PointerUsedAsInteger),
        }
    }

    /// The word of an operand; where there is none, says why and goes on with zero (the machine stops before it matters).
    pub(crate) fn word(&mut self, alg: &mut A, value: Value, ty: Type) -> A::Word {
        if let Val::Word(word) = self.value(value) {
            return word;
        }
        let pause = self.unusable(value);
        self.pending.push_back(pause);
        alg.constant(crate::value::word_width(ty).unwrap_or(64), 0)
    }
}
