//! Propagation over finite domains.
//!
//! Every active term has a slot with a [`Domain`]; a term with operands is also the propagator that
//! keeps its domain and its operands' domains consistent, forwards and backwards. Slots live on a
//! stack: those made since a `push` disappear with its `pop`, and so do their watches, so stale terms
//! cost nothing. Old domains go to a trail once per level.
//!
//! Each narrowing carries the set of labels it may rest on: the union over the propagator's slots.
//! Unions only ever add labels, so a core may be larger than needed but never too small.
//!
//! Bounds can creep: `x < y` and `y < x` take a step of one at a time. So each call of `propagate`
//! has a limit; beyond it the rest is left undone and the engine remembers that it was cut.
//!
//! Invariant between calls: the queue is empty, and the engine has failed at this level or below and
//! says with which labels, or it was cut, or no propagator can narrow its slots in one run.

mod backward;
mod clique;
mod divisors;
mod estimate;
mod local;
mod modular;
mod propagate;
mod queue;
mod small;
mod square;

use crate::Label;
use crate::blast::Fixed;
use crate::labels::{LabelSet, LabelSets};
use divisors::Divisors;
use entity::{Column, EntityRef};
use propagate::exact_partner;
use queue::Queue;
use sat::Patience;
use std::sync::Arc;
use term::{Domain, FloatOp, Format, Op, Pool, Term, Var};

pub(crate) use local::Local;

/// An active term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Slot(u32);

impl Slot {
    const NONE: u32 = u32::MAX;

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Are small steps of a float's bounds left out?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coarsely {
    Yes,
    No,
}

/// What propagation ran into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict;

/// How often each kind of propagator ran, and how often it narrowed something.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    counts: std::collections::BTreeMap<&'static str, (u64, u64)>,
}

impl Statistics {
    /// Name, runs and narrowings of each kind, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64, u64)> + '_ {
        self.counts.iter().map(|(&name, &(runs, narrowings))| (name, runs, narrowings))
    }
}

/// The static part of a slot.
#[derive(Clone, Copy, Debug)]
struct Node {
    term: Term,
    op: Op,
    /// The position of `op` in the table of operators, for statistics.
    kind: u32,
    width: u32,
    arg_width: u32,
    first_arg: u32,
    n_args: u32,
}

/// A domain as it was before the current level changed it.
#[derive(Clone, Copy, Debug)]
struct Saved {
    slot: Slot,
    domain: Domain,
    blame: LabelSet,
    stamp: u64,
}

/// The state at a `push`.
#[derive(Clone, Copy, Debug)]
struct Mark {
    n_slots: usize,
    n_trail: usize,
    n_inputs: usize,
    stamp: u64,
    failed: Option<LabelSet>,
    cut: bool,
}

/// The propagation engine.
pub(crate) struct Engine<'s> {
    slot_of: Vec<u32>,
    nodes: Vec<Node>,
    domains: Vec<Domain>,
    blames: Vec<LabelSet>,
    /// The level stamp under which the slot's old domain was last saved.
    stamps: Vec<u64>,
    args: Vec<Slot>,
    /// Head of each slot's list of propagators to wake, as an index into `watches` plus one.
    heads: Vec<u32>,
    watches: Vec<(Slot, u32)>,
    inputs: Vec<(Slot, Var)>,
    /// By slot, the format in which a float operator reads it.
    formats: Vec<Option<Format>>,
    /// By slot, in which call of `propagate` it was last narrowed by a small step, and by how many there.
    small_steps: Vec<(u64, u32)>,
    propagations: u64,
    /// Small steps of a float's bounds that one call of `propagate` makes.
    most_small_steps: u32,
    trail: Vec<Saved>,
    levels: Vec<Mark>,
    stamp: u64,
    next_stamp: u64,
    queue: Queue,
    failed: Option<LabelSet>,
    /// Has some propagation on this branch been left undone?
    cut: bool,
    pub(crate) sets: LabelSets,
    ticks: u64,
    /// Once it is over, nothing is propagated any more.
    patience: Patience<'s>,
    /// By slot, in how many failed runs of a propagator it took part.
    conflicts: Vec<u32>,
    /// Runs and narrowings by kind of propagator.
    counts: [(u64, u64); KINDS],
    divisors: Divisors,
    /// The constant tables of the pool, as far as terms that were activated read them.
    tables: Vec<Arc<Column>>,
    scratch: Vec<Domain>,
    facts: Vec<Domain>,
    stack: Vec<Term>,
}

/// Small steps of a float's bounds that are made otherwise than in passing.
const SMALL_STEPS: u32 = 6;

/// Runs of propagators between two looks at the clock of whoever waits.
const LOOK_EVERY: u32 = 500;

impl<'s> Engine<'s> {
    pub(crate) fn new(patience: &Patience<'s>) -> Self {
        Self {
            slot_of: Vec::new(),
            nodes: Vec::new(),
            domains: Vec::new(),
            blames: Vec::new(),
            stamps: Vec::new(),
            args: Vec::new(),
            heads: Vec::new(),
            watches: Vec::new(),
            inputs: Vec::new(),
            formats: Vec::new(),
            small_steps: Vec::new(),
            propagations: 0,
            most_small_steps: SMALL_STEPS,
            trail: Vec::new(),
            levels: Vec::new(),
            stamp: 0,
            next_stamp: 1,
            queue: Queue::default(),
            failed: None,
            cut: false,
            sets: LabelSets::new(),
            ticks: 0,
            patience: patience.asking(LOOK_EVERY),
            conflicts: Vec::new(),
            counts: [(0, 0); KINDS],
            divisors: Divisors::default(),
            tables: Vec::new(),
            scratch: Vec::new(),
            facts: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Opens a level.
    pub(crate) fn push(&mut self) {
        self.levels.push(Mark {
            n_slots: self.nodes.len(),
            n_trail: self.trail.len(),
            n_inputs: self.inputs.len(),
            stamp: self.stamp,
            failed: self.failed,
            cut: self.cut,
        });
        self.stamp = self.next_stamp;
        self.next_stamp += 1;
    }

    /// Takes back everything since the last `push`.
    ///
    /// # Panics
    /// If no level is open.
    pub(crate) fn pop(&mut self) {
        let mark = self.levels.pop().expect("a pop should have its push");
        while self.trail.len() > mark.n_trail {
            let saved = self.trail.pop().expect("the trail is longer than its mark");
            let at = saved.slot.index();
            self.domains[at] = saved.domain;
            self.blames[at] = saved.blame;
            self.stamps[at] = saved.stamp;
        }
        while self.nodes.len() > mark.n_slots {
            self.remove_last_slot();
        }
        self.inputs.truncate(mark.n_inputs);
        self.stamp = mark.stamp;
        self.failed = mark.failed;
        self.cut = mark.cut;
    }

    /// Requires a boolean to be true; the label, if any, is what its consequences rest on.
    pub(crate) fn assert(&mut self, pool: &mut Pool, term: Term, label: Option<Label>) {
        if self.failed.is_some() {
            return;
        }
        let slot = self.activate(pool, term);
        let blame = label.map_or(LabelSet::EMPTY, |label| self.sets.singleton(label));
        self.restrict(slot, &Domain::singleton(1, 1), blame);
    }

    /// Narrows a slot by facts that rest on `blame`, and propagates.
    pub(crate) fn restrict(&mut self, slot: Slot, facts: &Domain, blame: LabelSet) {
        if self.failed.is_some() {
            return;
        }
        if self.narrow(slot, facts, blame, None).is_err() {
            let blame = self.sets.union(blame, self.blames[slot.index()]);
            self.fail(blame);
            return;
        }
        self.propagate();
    }

    /// The labels of the failure, if propagation has failed.
    pub(crate) fn failed(&self) -> Option<LabelSet> {
        self.failed
    }

    /// What is known of a term now; what is known anyway if it is not active.
    pub(crate) fn domain(&self, pool: &Pool, term: Term) -> Domain {
        self.slot(term).map_or(*pool.domain(term), |slot| self.domains[slot.index()])
    }

    pub(crate) fn slot_domain(&self, slot: Slot) -> &Domain {
        &self.domains[slot.index()]
    }

    pub(crate) fn width(&self, slot: Slot) -> u32 {
        self.nodes[slot.index()].width
    }

    /// The slots of active variables, in the order of activation.
    pub(crate) fn inputs(&self) -> &[(Slot, Var)] {
        &self.inputs
    }

    /// The variables that float operators read, and in which format.
    pub(crate) fn floats(&self) -> impl Iterator<Item = (Slot, Format)> + '_ {
        self.inputs.iter().filter_map(|&(slot, _)| Some((slot, self.format(slot)?)))
    }

    /// The format in which a float operator reads a slot.
    pub(crate) fn format(&self, slot: Slot) -> Option<Format> {
        self.formats[slot.index()]
    }

    /// From here on bounds of floats move far or not at all, where `coarsely`; or also by a few small steps again.
    pub(crate) fn propagate_coarsely(&mut self, coarsely: Coarsely) {
        self.most_small_steps = match coarsely {
            Coarsely::Yes => 0,
            Coarsely::No => SMALL_STEPS,
        };
    }

    /// In how many failed runs of a propagator the slot took part, since it was made.
    pub(crate) fn conflicts(&self, slot: Slot) -> u128 {
        u128::from(self.conflicts[slot.index()])
    }

    /// Nobody waits any longer.
    pub(crate) fn give_up(&self) {
        self.patience.end();
    }

    /// Does nobody wait any longer?
    pub(crate) fn is_given_up(&self) -> bool {
        self.patience.is_over()
    }

    /// Propagator runs so far.
    pub(crate) fn ticks(&self) -> u64 {
        self.ticks
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        let names = Op::WITH_OPERANDS.iter().map(|op| op.name());
        let names = names.chain(FloatOp::ALL.iter().map(|op| op.name())).chain(["table"]);
        for (name, &(runs, narrowings)) in names.zip(&self.counts) {
            if runs > 0 {
                statistics.counts.insert(name, (runs, narrowings));
            }
        }
        statistics
    }

    /// The boolean slots that are not decided.
    pub(crate) fn open_conditions(&self) -> Vec<Slot> {
        let open =
            |at: &usize| self.nodes[*at].width == 1 && self.domains[*at].as_singleton().is_none();
        (0..self.nodes.len()).filter(open).map(|at| Slot(at as u32)).collect()
    }

    /// The slots narrowed since the last `push`, with their domains and blames now.
    pub(crate) fn narrowed(&self) -> Vec<(Slot, Domain, LabelSet)> {
        let from = self.levels.last().map_or(0, |mark| mark.n_trail);
        let now = |saved: &Saved| {
            let at = saved.slot.index();
            (saved.slot, self.domains[at], self.blames[at])
        };
        let mut slots: Vec<_> = self.trail[from..].iter().map(now).collect();
        slots.sort_unstable_by_key(|&(slot, ..)| slot);
        slots
    }

    /// The bits of active terms that constraints without a label have settled, beyond those known
    /// anyway. Others are not told: a refutation from them would blame more labels than it needs.
    pub(crate) fn fixed_bits(&self, pool: &Pool) -> Vec<Fixed> {
        let mut fixed = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let (now, anyway) = (&self.domains[at], pool.domain(node.term));
            let (zeros, ones) = (now.zeros & !anyway.zeros, now.ones & !anyway.ones);
            if zeros | ones != 0 && self.blames[at] == LabelSet::EMPTY {
                fixed.push(Fixed { term: node.term, zeros, ones });
            }
        }
        fixed
    }

    fn slot(&self, term: Term) -> Option<Slot> {
        match self.slot_of.get(term.index()) {
            None | Some(&Slot::NONE) => None,
            Some(&index) => Some(Slot(index)),
        }
    }

    /// Gives a term and everything below it a slot.
    fn activate(&mut self, pool: &mut Pool, root: Term) -> Slot {
        if let Some(slot) = self.slot(root) {
            return slot;
        }
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.slot(term).is_some() {
                self.stack.pop();
                continue;
            }
            let before = self.stack.len();
            let partner = exact_partner(pool, term);
            let needed = pool.args(term).iter().copied().chain(partner);
            for arg in needed {
                if self.slot(arg).is_none() {
                    self.stack.push(arg);
                }
            }
            if self.stack.len() == before {
                self.stack.pop();
                self.add_slot(pool, term, partner);
            }
        }
        self.slot(root).expect("the root was activated")
    }

    fn add_slot(&mut self, pool: &Pool, term: Term, partner: Option<Term>) {
        let slot = Slot(u32::try_from(self.nodes.len()).expect("fewer than 2^32 slots"));
        if self.slot_of.len() <= term.index() {
            self.slot_of.resize(pool.len(), Slot::NONE);
        }
        self.slot_of[term.index()] = slot.0;
        let args = pool.args(term);
        self.nodes.push(Node {
            term,
            op: pool.op(term),
            kind: kind_of(pool.op(term)),
            width: pool.width(term),
            arg_width: args.first().map_or(0, |&arg| pool.width(arg)),
            first_arg: self.args.len() as u32,
            n_args: (args.len() + usize::from(partner.is_some())) as u32,
        });
        self.domains.push(*pool.domain(term));
        self.blames.push(LabelSet::EMPTY);
        self.conflicts.push(0);
        self.stamps.push(self.stamp);
        self.heads.push(0);
        self.formats.push(None);
        self.small_steps.push((0, 0));
        if let Op::Table(table) = pool.op(term) {
            let known = self.tables.len();
            let more = (known..=table.index()).map(|at| pool.column(EntityRef::from_index(at)));
            self.tables.extend(more.cloned());
        }
        let read_as = match pool.op(term) {
            Op::Float(float) if !float.op.takes_integer() => Some(float.format),
            _ => None,
        };
        for &arg in args.iter().chain(&partner) {
            let arg = self.slot(arg).expect("operands come first");
            if read_as.is_some() {
                // Who reads it may be gone before it: then this is a guess, and nothing but an order of trials.
                self.formats[arg.index()] = read_as;
            }
            self.args.push(arg);
            self.watches.push((slot, self.heads[arg.index()]));
            self.heads[arg.index()] = self.watches.len() as u32;
        }
        if let Op::Var(var) = pool.op(term) {
            self.inputs.push((slot, var));
        }
        if !args.is_empty() {
            self.queue.add(slot, pool.op(term));
        }
    }

    fn remove_last_slot(&mut self) {
        let node = self.nodes.pop().expect("there is a slot to remove");
        while self.args.len() > node.first_arg as usize {
            let arg = self.args.pop().expect("the slot has operands left");
            let (_, next) = self.watches.pop().expect("every operand is watched");
            self.heads[arg.index()] = next;
        }
        self.slot_of[node.term.index()] = Slot::NONE;
        self.domains.pop();
        self.blames.pop();
        self.conflicts.pop();
        self.formats.pop();
        self.small_steps.pop();
        self.stamps.pop();
        self.heads.pop();
    }
}

/// Operators that are counted apart: those on plain bits, then those on floats, then tables.
const KINDS: usize = Op::WITH_OPERANDS.len() + FloatOp::ALL.len() + 1;

fn kind_of(op: Op) -> u32 {
    if let Op::Float(float) = op {
        let at = FloatOp::ALL.iter().position(|other| other.name() == float.op.name());
        return (Op::WITH_OPERANDS.len() + at.unwrap_or(0)) as u32;
    }
    if let Op::Table(_) = op {
        return KINDS as u32 - 1;
    }
    let same = |other: &Op| std::mem::discriminant(other) == std::mem::discriminant(&op);
    Op::WITH_OPERANDS.iter().position(same).unwrap_or(0) as u32
}
