//! The words of a walk: its order, its guide, and what it hands back. No step of the walk itself is here.

use crate::witness::NoInput;
use ir::input::Input;
use ir::{Event, Func, LoopId, Trap};
use std::collections::BTreeSet;
use world::{Gap, Premise};

/// Where a walk goes after a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// To the deepest choice with an open side: nothing is left out.
    DepthFirst,
    /// To the first choice with an open side that the guide wants, giving up all that is deeper: few paths that show much.
    Leaping,
    /// To the deepest choice with an open side that the guide wants. On the way down control is led to what is wanted as long as
    /// something new comes of that: one path goes through many states of a machine.
    Chasing,
    /// To the side that was taken least often and is nearest to something wanted, giving up what is deeper; no side is done with.
    /// It comes to no end by itself, and is caught in no part of a large space.
    Spreading {
        /// Is what the function under test itself has open nearer than all else?
        at_home: bool,
    },
}

/// Why a prefix was not followed to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cut {
    /// A loop went beyond its turns.
    Turns(Func, LoopId, u32),
    /// A function called itself too often.
    Recursion(Func, u32),
    /// Too many events.
    Events(usize),
    /// Too many instructions.
    Steps(u64),
    /// The solver did not decide.
    Undecided,
    /// The input could not be built.
    Input(NoInput),
    /// A run ended in a way that is not modelled.
    Run,
}

/// How a walked prefix ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The function returned.
    Returned,
    /// It trapped.
    Trapped(Trap),
    /// It was given up.
    Cut(Cut),
    /// It met something that is not modelled.
    Unsupported(Gap),
}

/// A prefix walked to its end, with an input that follows it.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// The events of the path.
    pub events: Vec<Event>,
    /// How it ended.
    pub end: End,
    /// An input that goes there; always for returned and trapped ones.
    pub input: Option<Input>,
    /// Other inputs that follow it, if more than one was asked for.
    pub more: Vec<Input>,
    /// When it is taken and what it computes, if that was asked for.
    pub formula: Option<suite::Formula>,
    /// What propagation leaves of each input, if the walk is along one path.
    pub left: Vec<(String, String)>,
    /// Instructions executed on the way.
    pub steps: u64,
}

/// What steers a walk.
pub(crate) trait Guide {
    /// Is this outcome worth a question now, before the side that comes free?
    fn wants(&self, event: Event) -> bool;
    /// Is anything wanted ahead of these places?
    fn worth(&self, frames: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool;
    /// Is it worth knowing whether this trap can happen here, after these events?
    fn wants_trap(&self, trap: Trap, events: &mut dyn Iterator<Item = Event>) -> bool;
    /// How many branches away from these places is something wanted, as far as that is known?
    fn near(&self, _: &[(Func, exec::Pc)]) -> u32 {
        0
    }
}

/// Walks everything.
pub(crate) struct Everything;

impl Guide for Everything {
    fn wants(&self, _: Event) -> bool {
        false
    }
    fn worth(&self, _: &mut dyn Iterator<Item = (Func, exec::Pc)>) -> bool {
        true
    }
    fn wants_trap(&self, _: Trap, _: &mut dyn Iterator<Item = Event>) -> bool {
        true
    }
}

/// Counts of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    /// Sides that no input takes.
    pub infeasible: u64,
    /// Questions to the solver.
    pub questions: u64,
}

/// Why a walk cannot start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoStart {
    /// No input satisfies the contract; the clauses that contradict each other.
    Unsatisfiable(BTreeSet<Premise>),
    /// The contract's satisfiability was not decided.
    Undecided,
}
