//! What the machine tells its driver: why it stopped, and what holds from here on.

use crate::Val;
use ir::{Cond, Func, LoopId, SwitchId, TrapKind, Value};
use world::{Gap, Premise};

/// Why the machine stopped.
#[derive(Clone, PartialEq, Debug)]
#[must_use]
pub enum Pause<W> {
    /// A condition: go on with [`crate::Machine::take`].
    Branch {
        /// Its truth.
        cond: W,
        /// The condition it is an event of, if any.
        event: Option<Cond>,
    },
    /// A switch: go on with [`crate::Machine::take_target`].
    Switch {
        /// When each target is taken; the guards exclude each other and one of them holds.
        guards: Vec<W>,
        /// The switch it is an event of, if any.
        event: Option<SwitchId>,
    },
    /// An access or a call depends on a word in more ways than are worth being followed at once: go on with
    /// [`crate::Machine::settle_as`].
    Settle(W),
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

impl<W> Pause<W> {
    /// A value is used as a word and is none.
    pub(crate) fn unusable(val: Val<W>, value: Value) -> Self {
        match val {
            Val::Opaque(why) => Self::Unsupported(why),
            Val::Uninit => Self::Trapped { kind: TrapKind::MissingReturn, inst: value },
            Val::Maybe(_) => Self::Unsupported(Gap::ReturnedSometimes),
            Val::Part(..) => Self::Unsupported(Gap::PointerBytes),
            Val::Ptr(_) | Val::Word(_) => Self::Unsupported(Gap::PointerUsedAsInteger),
        }
    }
}
