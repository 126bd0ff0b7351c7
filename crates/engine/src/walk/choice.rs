//! Where a path could have gone elsewhere: choosing a side, remembering the others, going back to them.

use super::chase::Idle;
use super::constrain::Found;
use super::react::Flow;
use super::{Cut, End, Guide, Leaf, Order, Walk};
use exec::{Mark, Pc};
use ir::{CondSite, Event, Func, SwitchSite};
use term::Term;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Truth(bool),
    Target(u32),
    /// A word has this value.
    Value(u128),
    /// It has another one.
    Elsewhere,
}

/// A side, when it is taken, and what that shows.
pub(super) type Way = (Side, Term, Option<Event>);

/// A place where the path could have gone elsewhere.
pub(super) struct Choice {
    mark: Mark,
    pub(super) n_events: usize,
    n_conditions: usize,
    steps: u64,
    idle: Idle,
    lazy: Vec<i128>,
    seen_leaves: usize,
    /// Sides not yet taken, each with its condition; the last is next.
    pub(super) open: Vec<Way>,
    /// The side that came free, where another one was asked for before it.
    pub(super) postponed: Option<Side>,
    /// The side that the path takes.
    pub(super) taken: Option<Way>,
    /// Where active calls go on from each side, where that matters.
    pub(super) places: Vec<(Side, Vec<(Func, Pc)>)>,
}

impl Walk<'_> {
    pub(super) fn truth_sides(&mut self, cond: Term, event: Option<ir::Cond>) -> Vec<Way> {
        let func = self.machine.active();
        let negated = self.words.pool.not(cond);
        [(true, cond), (false, negated)]
            .into_iter()
            .map(|(truth, term)| {
                let event = event.map(|cond| Event::Cond(CondSite { func, cond }, truth));
                (Side::Truth(truth), term, event)
            })
            .collect()
    }

    pub(super) fn target_sides(
        &mut self,
        guards: &[Term],
        event: Option<ir::SwitchId>,
    ) -> Vec<Way> {
        let func = self.machine.active();
        (0u32..)
            .zip(guards)
            .map(|(target, &term)| {
                let event = event.map(|switch| Event::Switch(SwitchSite { func, switch }, target));
                (Side::Target(target), term, event)
            })
            .collect()
    }

    /// The value that the witness gives a word, and any other.
    pub(super) fn value_sides(&mut self, word: Term) -> Vec<Way> {
        let value = self.witness.value(&self.words.pool, word);
        let pool = &mut self.words.pool;
        let constant = pool.constant(pool.width(word), value);
        let same = pool.eq(word, constant);
        let other = pool.not(same);
        vec![(Side::Value(value), same, None), (Side::Elsewhere, other, None)]
    }

    /// Goes one way and remembers the others.
    pub(super) fn choose(&mut self, mut sides: Vec<Way>, guide: &dyn Guide) -> Flow {
        if self.trace.len() >= self.extent.events {
            return Flow::Ended(End::Cut(Cut::Events(self.extent.events)));
        }
        let taken = sides
            .iter()
            .position(|&(_, term, _)| self.witness.holds(&self.words.pool, term))
            .expect("one side of a choice should hold of the witness");
        let free = sides.remove(taken);
        sides.retain(|&(_, term, _)| !self.refuted(term));
        let is_free_on_path = self.is_on_path(free.2);
        if sides.is_empty() && is_free_on_path {
            self.note_new(&free);
            self.take(free);
            return Flow::On;
        }
        sides.retain(|side| self.is_on_path(side.2));
        if !is_free_on_path {
            self.remember(sides);
            return if self.take_open(guide) { Flow::On } else { Flow::Abandoned };
        }
        let covered = !self.is_wanted(&free, guide);
        if covered && sides.iter().any(|side| self.is_wanted(side, guide)) {
            // The free side shows nothing new but another one would: ask for that one first.
            sides.sort_by_key(|side| self.is_wanted(side, guide));
            sides.insert(0, free);
            return self.postpone(free.0, sides, guide);
        }
        if covered && self.is_led_away(free, &mut sides, guide) {
            return self.postpone(free.0, sides, guide);
        }
        self.note_new(&free);
        self.remember(sides);
        self.note_taken(free);
        self.words.known.solver.push();
        self.post_free(free.1);
        self.conditions.push(free.1);
        self.take(free);
        Flow::On
    }

    /// Asks for other sides than the one that comes free, the last one first.
    fn postpone(&mut self, free: Side, sides: Vec<Way>, guide: &dyn Guide) -> Flow {
        self.remember(sides);
        self.choices.last_mut().expect("there is a choice").postponed = Some(free);
        if self.take_open(guide) { Flow::On } else { Flow::Abandoned }
    }

    /// Does an outcome here agree with the path that the walk is held to?
    fn is_on_path(&self, event: Option<Event>) -> bool {
        let events = self.trace.all().iter().copied().chain(event);
        self.along.is_empty() || events.zip(&self.along).all(|(event, &wanted)| event == wanted)
    }

    fn remember(&mut self, open: Vec<Way>) {
        let spreads = matches!(self.extent.order, Order::Spreading { .. });
        let places = if spreads { self.places_of(&open) } else { Vec::new() };
        let mark = self.machine.mark();
        self.choices.push(Choice {
            mark,
            n_events: self.trace.len(),
            n_conditions: self.conditions.len(),
            steps: self.path_steps,
            idle: self.idle,
            lazy: self.entry.mark(),
            seen_leaves: self.seen_leaves,
            open,
            postponed: None,
            taken: None,
            places,
        });
    }

    pub(super) fn take(&mut self, (side, _, event): Way) {
        self.taken.count(self.trace.all().last().copied(), event);
        self.steer(side);
        event.into_iter().for_each(|event| self.trace.push(event));
    }

    pub(super) fn steer(&mut self, side: Side) {
        match side {
            Side::Truth(truth) => self.machine.take(truth),
            Side::Target(target) => self.machine.take_target(target),
            Side::Value(value) => self.machine.settle_as(&mut self.words, value),
            // The question comes up again.
            Side::Elsewhere => {}
        }
    }

    /// Goes back to the deepest choice with a side that some input takes; false if there is none.
    pub(super) fn backtrack(&mut self, guide: &dyn Guide) -> bool {
        while !self.choices.is_empty() {
            // Each side is a question that may take a while. There is more, but nobody will go there.
            if self.is_over() {
                return true;
            }
            self.restore();
            if self.take_open(guide) {
                return true;
            }
        }
        false
    }

    /// Goes back to the first choice with a side that is wanted and that some input takes; false if there is none.
    pub(super) fn leap(&mut self, guide: &dyn Guide) -> bool {
        let wanted = |side: &Way| side.2.is_some_and(|it| guide.wants(it));
        while let Some(first) = self.choices.iter().position(|it| it.open.iter().any(wanted)) {
            if self.is_over() {
                return true;
            }
            for _ in first + 1..self.choices.len() {
                self.choices.pop();
                self.words.known.solver.pop();
            }
            self.restore();
            self.choices[first].open.sort_by_key(wanted);
            if self.take_open(guide) {
                return true;
            }
        }
        false
    }

    /// Goes back to where the last choice was made.
    pub(super) fn restore(&mut self) {
        let choice = self.choices.last().expect("there should be a choice to go back to");
        self.words.known.solver.pop();
        self.machine.undo_to(&choice.mark);
        if let Some(given) = &mut self.given {
            given.back_to(self.machine.leaves().len());
        }
        self.trace.truncate(choice.n_events);
        self.conditions.truncate(choice.n_conditions);
        self.path_steps = choice.steps;
        self.idle = choice.idle;
        self.entry.back_to(&choice.lazy);
        self.seen_leaves = choice.seen_leaves;
    }

    /// At the last choice, whose state is restored: takes the next open side that is feasible; pops the choice if none is left.
    pub(super) fn take_open(&mut self, guide: &dyn Guide) -> bool {
        while let Some(side) = self.choices.last_mut().expect("there is a choice").open.pop() {
            if self.is_over() {
                return false;
            }
            if !self.worth(side, guide) {
                continue;
            }
            if self.enter(side) {
                self.note_new(&side);
                return true;
            }
        }
        self.choices.pop();
        false
    }

    /// Goes on along a side if some input does; if not, nothing of it is left.
    pub(super) fn enter(&mut self, side: Way) -> bool {
        self.words.known.solver.push();
        match self.post(side.1) {
            Found::Yes => {
                self.conditions.push(side.1);
                self.note_taken(side);
                self.take(side);
                return true;
            }
            Found::No => self.counts.infeasible += 1,
            Found::Unknown => {
                let events = self.trace.all().iter().copied().chain(side.2).collect();
                let (end, steps) = (End::Cut(Cut::Undecided), self.path_steps);
                self.ready.push_back(Leaf {
                    events,
                    end,
                    input: None,
                    more: Vec::new(),
                    formula: None,
                    left: Vec::new(),
                    steps,
                });
            }
        }
        self.words.known.solver.pop();
        false
    }

    /// The last choice was made so.
    fn note_taken(&mut self, side: Way) {
        self.choices.last_mut().expect("there is a choice").taken = Some(side);
    }

    pub(super) fn worth(&mut self, (side, _, event): Way, guide: &dyn Guide) -> bool {
        // What the path has reached so far counts only once it comes to an end.
        if self.trace.different().chain(event).any(|event| guide.wants(event)) {
            return true;
        }
        let mark = self.machine.mark();
        self.steer(side);
        let worth = guide.worth(&mut self.machine.frames());
        self.machine.undo_to(&mark);
        worth
    }
}
