//! What is fixed for the function under test while it is worked on: the program, its world, what is asked for and what there is
//! to cover. Nothing here changes and nothing is searched; walks and goals begin here.

use crate::ahead::Ahead;
use crate::boundary::Probe;
use crate::confirm::Judge;
use crate::entry;
use crate::extent::Extent;
use crate::goal::{Goals, PLAIN};
use crate::limits;
use crate::near::Places;
use crate::objectives::{Objective, Objectives};
use crate::options::{Criterion, Options};
use crate::scalars::contains_pointer;
use crate::seeds::Seeds;
use crate::unfold::to_turns;
use crate::verdict::{Describe, Exclusion, Proof, Verdict, judge};
use crate::walk::{Cut, End, NoStart, Walk};
use exec::{Beyond, Policy, Unfolding};
use ir::input::Input;
use ir::{Callee, Func, Inst, Program, Shape, ShapeId, Trap, TrapKind};
use solver::Limits;
use std::collections::BTreeSet;
use world::{Preference, Preferences, Premise, World};

/// Preferences that tests can do without.
const CHOSEN: [Preference; 7] = [
    Preference::StartsArray,
    Preference::Apart,
    Preference::NotInside,
    Preference::OneArray,
    Preference::Allocated,
    Preference::AllocationSucceeds,
    Preference::ProgramNamed,
];

/// A function under test, and what is asked of it.
pub(crate) struct Scene<'a> {
    pub(crate) world: &'a World<'a>,
    pub(crate) program: &'a Program,
    pub(crate) func: Func,
    pub(crate) options: &'a Options,
    /// What was put into the program to see boundaries.
    pub(crate) probes: &'a [Probe],
    pub(crate) objectives: Objectives,
    pub(crate) ahead: Ahead,
    /// The code as a graph, for those who ask what is near.
    pub(crate) places: Places,
    /// Functions that must not return zero on an input, each with the premise that says so.
    pub(crate) preconditions: Vec<(Func, Premise)>,
    /// May a path come up several times? It may go several ways through the precondition and through code whose branches are no
    /// events, by one function or another, with arrays apart or overlapping.
    pub(crate) repeats_paths: bool,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(
        world: &'a World<'a>,
        options: &'a Options,
        probes: &'a [Probe],
        objectives: Objectives,
    ) -> Self {
        let (program, func) = (world.program, world.func);
        let ahead = Ahead::new(program, &objectives);
        let places = Places::new(program, world.reach.bodies().map(|(func, _)| func), &objectives);
        let preconditions = entry::preconditions(program, func, options.pre);
        let repeats_paths = !preconditions.is_empty() || repeats_paths(world, &objectives);
        Self {
            world,
            program,
            func,
            options,
            probes,
            objectives,
            ahead,
            places,
            preconditions,
            repeats_paths,
        }
    }

    /// Who runs inputs and watches what they show.
    pub(crate) fn judge(&self) -> Judge<'a> {
        let judge = Judge::new(self.program, self.func);
        judge.with_precondition(self.options.pre).watching(self.objectives.places())
    }

    /// Inputs made of the constants of the code, if such can be made.
    pub(crate) fn seeds(&self) -> Option<Seeds<'a>> {
        self.seeds_of(&self.objectives.funcs)
    }

    /// The same by the constants of all code that may be executed: what comes before the function under test has its own.
    pub(crate) fn seeds_of_all(&self) -> Option<Seeds<'a>> {
        let all: Vec<Func> = self.world.reach.bodies().map(|(func, _)| func).collect();
        self.seeds_of(&all)
    }

    /// The same for what is linked: other pointers inside data are null.
    pub(crate) fn linked_seeds(&self) -> Seeds<'a> {
        let globals = self.world.input_globals();
        Seeds::new(self.world, &self.objectives.funcs, globals, self.options.seed)
    }

    fn seeds_of(&self, funcs: &[Func]) -> Option<Seeds<'a>> {
        let globals = self.world.input_globals();
        let seeds = Seeds::new(self.world, funcs, globals, self.options.seed);
        seeds.possible().then_some(seeds)
    }

    /// A new walk that may look so far.
    pub(crate) fn walk<'w>(
        &self,
        extent: &Extent,
        stop: &'w dyn Fn() -> bool,
    ) -> Result<Walk<'w>, NoStart>
    where
        'a: 'w,
    {
        self.walk_led_by(None, extent, stop)
    }

    /// The same, led by an input, if there is one.
    pub(crate) fn walk_led_by<'w>(
        &self,
        input: Option<Input>,
        extent: &Extent,
        stop: &'w dyn Fn() -> bool,
    ) -> Result<Walk<'w>, NoStart>
    where
        'a: 'w,
    {
        Walk::new(self.world, self.options, extent, stop, input)
    }

    /// The function as a whole in a world without some preferences.
    pub(crate) fn goals<'g>(
        &self,
        relaxed: Preferences,
        unfolding: &Unfolding,
        limits: Limits,
        stop: &'g dyn Fn() -> bool,
    ) -> Goals<'g>
    where
        'a: 'g,
    {
        let limits = Limits { audit: self.options.audit, ..limits };
        let places = self.objectives.places();
        Goals::new(self.world, self.options.pre, relaxed, unfolding.clone(), limits, &places, stop)
    }

    /// The function as a whole where nothing is known of memory: a quick look, in which loops may have turned any number of times.
    pub(crate) fn goals_without_memory<'g>(
        &self,
        world: &'g World<'g>,
        stop: &'g dyn Fn() -> bool,
    ) -> Goals<'g> {
        let words = limits::WORDS_WITHOUT_MEMORY;
        let unfolding = Unfolding { words, ..to_turns(1, Beyond::AnyTurn) };
        let limits = Limits { audit: self.options.audit, ..limits::WITHOUT_MEMORY };
        Goals::new(world, None, PLAIN, unfolding, limits, &BTreeSet::new(), stop)
    }

    /// What a refutation of the whole function is worth, in worlds without some preferences.
    pub(crate) fn refuted(&self, premises: BTreeSet<Premise>, relaxed: Preferences) -> Verdict {
        let exclusion = Exclusion::new(self.world, premises, Proof::Refutation, relaxed);
        judge(exclusion, self.options.asked)
    }

    /// The longest array, at first, whose length no contract fixes.
    pub(crate) fn longest(&self) -> u64 {
        Policy::in_world(self.world).max_length
    }

    /// The preferences that tests can do without.
    pub(crate) fn chosen() -> Preferences {
        CHOSEN.into_iter().collect()
    }

    /// The preferences without which what parameters lead to may meet.
    pub(crate) fn meeting() -> Preferences {
        Preferences::NONE.with(Preference::Apart).with(Preference::NotInside)
    }

    /// The preferences that goals do without where these are relaxed.
    pub(crate) fn plainly(&self, relaxed: Preferences) -> Preferences {
        relaxed.union(PLAIN.without(self.options.asked))
    }

    pub(crate) fn describe(&self) -> Describe<'a> {
        Describe { program: self.program, func: self.func, asked: self.options.asked }
    }

    pub(crate) fn walks_all_paths(&self) -> bool {
        self.options.criterion.walks_all_paths()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Objective> + use<> {
        self.objectives.all()
    }

    /// What stands for the preconditions whose paths are part of every path. What each path owes to them is not known.
    pub(crate) fn walked_preconditions(&self, walk: &Walk<'_>) -> BTreeSet<Premise> {
        let all = self.preconditions.iter().filter(|(pre, _)| walk.walked.contains(pre));
        all.map(|(_, premise)| premise.clone()).collect()
    }

    /// Did a bound of our own choice end a path? The turns of k-paths are the user's choice.
    pub(crate) fn is_too_short(&self, end: &End) -> bool {
        match end {
            End::Cut(Cut::Turns(..)) => !matches!(self.options.criterion, Criterion::KPath(_)),
            End::Cut(Cut::Recursion(..)) => true,
            _ => false,
        }
    }

    /// Are there pointers in what pointers of the input lead to?
    pub(crate) fn has_links(&self) -> bool {
        let shapes = &self.program.shapes;
        let params = self.program.funcs[self.func].params.iter().map(|param| param.shape);
        let globals = self.world.input_globals().into_iter();
        let globals = globals.filter_map(|global| self.program.globals[global].shape);
        let links = |shape: ShapeId| match shapes[shape] {
            Shape::Pointer { to: Some(to), .. } => contains_pointer(self.program, to),
            Shape::Pointer { to: None, .. } => true,
            _ => contains_pointer(self.program, shape),
        };
        params.chain(globals).any(links)
    }
}

fn repeats_paths(world: &World<'_>, objectives: &Objectives) -> bool {
    let program = world.program;
    let is_indirect = |inst: &Inst| matches!(inst, Inst::Call { callee: Callee::Indirect(..), .. });
    let bodies = objectives.funcs.iter().filter_map(|&it| program.funcs[it].body.as_ref());
    bodies.flat_map(|body| body.insts.values()).any(is_indirect)
        || program.funcs.values().any(|data| data.system && data.body.is_some())
        || world.may_meet()
        || world.granted(Preferences::NONE).iter().any(is_relaxed)
        || world.granted_beyond(Preferences::NONE).iter().any(is_relaxed)
}

/// May a premise be relaxed, so that paths are walked again?
fn is_relaxed(premise: &Premise) -> bool {
    premise.preference().is_some_and(|it| CHOSEN.contains(&it))
}

/// Where assertions and postconditions fail in some functions.
pub(crate) fn written_checks(program: &Program, funcs: &[Func]) -> Vec<Trap> {
    let mut found = Vec::new();
    for &func in funcs {
        for (inst, data) in program.body(func).insts.iter() {
            if let Inst::Trap(kind) = *data
                && is_written(kind)
            {
                found.push(Trap { kind, func, inst });
            }
        }
    }
    found
}

/// Is it something that the user wrote?
pub fn is_written(kind: TrapKind) -> bool {
    matches!(kind, TrapKind::AssertFailed | TrapKind::EnsuresFailed)
}
