//! The walk in the service of generation: each leaf is run by the interpreter before it counts.

use super::hunt::Hunt;
use super::strategy::FIRST_TURNS;
use super::{Candidate, Criterion, JUDGED_STEPS, PATH_STEPS, Search, Stop};
use crate::confirm::{Confirmed, Ending};
use crate::polish::variations;
use crate::unfold::LAST_OBJECTS;
use crate::validate::validate;
use crate::walk::{Cut, End, Everything, Guide, Leaf, NoStart, Order, Walk, WalkLimits};
use crate::witness::NoInput;
use exec::Policy;
use ir::Event;
use ir::input::Input;
use solver::Limits;
use std::cell::Cell;
use std::collections::BTreeSet;
use suite::PathMethod;
use world::Premise;

/// Leaves of a dense walk, and questions for each objective.
const DENSE_LEAVES: usize = 64;
const DENSE_QUESTIONS: u64 = 4;
/// Words that merging a precondition may make for each turn of the function's own loops, of so many turns at most.
const MERGING_A_TURN: usize = 4_000;
const MOST_MERGED_TURNS: u32 = 64;
/// How often the steps of runs without an end are halved.
const MOST_HALVINGS: u32 = 6;
/// Instructions of a path of a dense walk.
const DENSE_STEPS: u64 = 200_000;

impl<'s> Search<'s> {
    /// A short walk after as much as possible with as few tests as possible: not complete, but what it finds is worth keeping.
    pub(super) fn walk_densely(&mut self, stop: Stop<'_>) -> Result<(), NoStart> {
        let mut limits = self.limits(Some(FIRST_TURNS));
        limits.steps = DENSE_STEPS;
        let progress = Cell::new(self.progress());
        let ask = || stop(&progress.get());
        let Some(mut walk) = self.start(limits, Order::Leaping, &ask)? else { return Ok(()) };
        self.has_unused_clauses = !walk.left_out.is_empty();
        let questions = DENSE_QUESTIONS * self.objectives.len() as u64;
        for _ in 0..DENSE_LEAVES {
            progress.set(self.progress());
            if walk.counts.questions > questions {
                break;
            }
            let Some(leaf) = walk.next(&self.hunt()) else { break };
            self.has_unused_clauses |= walk.is_vague();
            self.take_leaf(leaf, stop);
        }
        self.questions += walk.counts.questions;
        self.steps += walk.steps();
        // What it did not reach says nothing: it was not meant to be complete.
        self.cuts.clear();
        self.unsupported.clear();
        Ok(())
    }

    /// One walk, complete unless it may only look around so often without reaching anything new; true if a bound of ours
    /// kept it from something still wanted.
    pub(super) fn walk(
        &mut self,
        turns: Option<u32>,
        looks: Option<u32>,
        stop: Stop<'_>,
    ) -> Result<bool, NoStart> {
        let all = self.options.criterion.walks_all_paths();
        self.paths.method = PathMethod::Walk;
        self.closed = self.excluded.borrow().clone();
        let limits = self.limits(turns);
        let progress = Cell::new(self.progress());
        let (tired, looks_left) = (Cell::new(false), Cell::new(looks.unwrap_or(0)));
        let is_over = || stop(&progress.get());
        let ask = || {
            if looks.is_some() {
                looks_left.set(looks_left.get().saturating_sub(1));
                tired.set(tired.get() || looks_left.get() == 0);
            }
            tired.get() || is_over()
        };
        self.cuts.clear();
        let Some(walk) = self.start(limits, Order::DepthFirst, &is_over)? else { return Ok(false) };
        let mut walk = walk.until(&ask);
        self.note_left_out(&walk.left_out);
        self.has_unused_clauses = !walk.left_out.is_empty();
        let mut deeper = false;
        loop {
            let hunt = self.hunt();
            let guide: &dyn Guide = if all { &Everything } else { &hunt };
            let now = self.progress();
            if now.covered > progress.get().covered {
                looks_left.set(looks.unwrap_or(0));
            }
            progress.set(now);
            let Some(leaf) = walk.next(guide) else { break };
            self.has_unused_clauses |= walk.is_vague();
            deeper |= self.is_too_short(&leaf.end);
            self.take_leaf(leaf, stop);
        }
        deeper |= walk.is_narrowed && walk.rests_on_preferences();
        let walked = self.walked_preconditions(&walk);
        if !walked.is_empty() && self.admits_nothing(&walk) {
            let proved = !walk.rests_on_preferences();
            return Err(if proved { NoStart::Unsatisfiable(walked) } else { NoStart::Undecided });
        }
        self.stopped = !walk.is_done() && !tired.get();
        self.exhausted = walk.is_done() && !deeper && self.cuts.is_empty();
        self.take_in(&walk);
        self.premises.extend(walked);
        Ok(deeper && self.is_any_open())
    }

    /// Did a walk over all paths of the preconditions never come to the function itself?
    fn admits_nothing(&self, walk: &Walk<'_>) -> bool {
        let followed = self.cuts.is_empty() && self.unsupported.is_empty();
        followed && walk.is_done() && !walk.admitted
    }

    /// What a walk that has ended rests on, and what it cost.
    fn take_in(&mut self, walk: &Walk<'_>) {
        if walk.is_done() {
            self.kept_from_more = self.cuts.first().copied();
        }
        self.paths.infeasible_prefixes = walk.counts.infeasible;
        self.premises = walk.used();
        self.questions += walk.counts.questions;
        self.steps += walk.steps();
    }

    /// What stands for the preconditions whose paths are part of every path. What each path owes to them is not known.
    fn walked_preconditions(&self, walk: &Walk<'_>) -> BTreeSet<Premise> {
        let all = self.preconditions().into_iter();
        all.filter(|(pre, _)| walk.walked.contains(pre)).map(|(_, premise)| premise).collect()
    }

    /// A new walk; none if the time is up before it has begun.
    pub(super) fn start<'a>(
        &mut self,
        limits: WalkLimits,
        order: Order,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Option<Walk<'a>>, NoStart>
    where
        's: 'a,
    {
        // Lists as long as loops turn, as far as there are so many objects.
        let turns = limits.turns.map_or(0, |turns| turns as usize);
        let max_nodes = turns.clamp(Policy::INITIAL.max_nodes, LAST_OBJECTS);
        let policy = Policy { max_nodes, ..self.policy() };
        match Walk::new(self.world, policy, limits, order, stop) {
            Err(NoStart::Undecided) if stop() => {
                (self.stopped, self.exhausted) = (true, false);
                Ok(None)
            }
            started => started.map(Some),
        }
    }

    pub(super) fn policy(&self) -> Policy {
        Policy {
            relaxed: self.relaxed,
            max_length: self.longest,
            split: self.split,
            ..Policy::INITIAL
        }
    }

    pub(super) fn limits(&self, turns: Option<u32>) -> WalkLimits {
        WalkLimits {
            turns,
            recursion: turns.unwrap_or(64).max(4),
            events: self.most_events,
            steps: PATH_STEPS,
            solver: Limits { audit: self.options.audit, ..Limits::standard() },
            pre: self.options.pre,
            merging: MERGING_A_TURN
                * turns.unwrap_or(MOST_MERGED_TURNS).min(MOST_MERGED_TURNS) as usize,
            inputs: self.options.tests_per_path,
            formulas: self.options.predicates,
        }
    }

    pub(super) fn hunt(&self) -> Hunt<'_> {
        Hunt {
            objectives: &self.objectives,
            ahead: &self.ahead,
            covered: &self.covered,
            excluded: &self.excluded,
            reached_before_traps: &self.reached_before_traps,
            found_traps: &self.found_traps,
        }
    }

    /// Did a bound of our own choice end a path? The turns of k-paths are the user's choice.
    fn is_too_short(&self, end: &End) -> bool {
        match end {
            End::Cut(Cut::Turns(..)) => !matches!(self.options.criterion, Criterion::KPath(_)),
            End::Cut(Cut::Recursion(..)) => true,
            _ => false,
        }
    }

    /// How long the run of a leaf may be that took so many steps. What goes on after a prefix may go round a ring for ever: the
    /// more runs did not end, the shorter the next one.
    fn steps_of_a_run(&self, end: &End, steps: u64) -> u64 {
        match end {
            End::Cut(_) => (JUDGED_STEPS >> self.endless.min(MOST_HALVINGS)).max(steps * 16),
            End::Returned | End::Trapped(_) | End::Unsupported(_) => JUDGED_STEPS.max(steps * 4),
        }
    }

    pub(super) fn take_leaf(&mut self, mut leaf: Leaf, stop: Stop<'_>) {
        // A clause that is no constraint can only be asked about afterwards.
        if self.has_unused_clauses
            && let Some(input) = &leaf.input
            && self.judge.admits(input) == Some(false)
        {
            (leaf.end, leaf.input) = (End::Cut(Cut::Input(NoInput::Refused)), None);
        }
        if self.options.criterion.walks_all_paths() && self.is_known(&leaf) {
            return;
        }
        // Beyond k there are no k-paths.
        if let (End::Cut(Cut::Turns(..)), Criterion::KPath(_)) = (&leaf.end, self.options.criterion)
        {
            return;
        }
        self.count_path(&leaf);
        let Some(input) = leaf.input else { return };
        let run = self.judge.run_briefly(&input, self.steps_of_a_run(&leaf.end, leaf.steps));
        self.endless += u32::from(matches!(run.ending, Ending::Limit(_)));
        self.compare(&leaf.events, &leaf.end, &input, &run, stop);
        match (self.options.criterion.walks_all_paths(), leaf.end) {
            (true, End::Returned) => {
                self.keep(input, run);
                let candidate = self.candidates.last_mut().expect("it was kept just now");
                candidate.formula = leaf.formula;
                self.keep_others(leaf.more, JUDGED_STEPS.max(leaf.steps * 4));
            }
            // One test per path: where a prefix that was given up leads is for another walk to say.
            (true, End::Cut(_) | End::Unsupported(_)) => {}
            (true, End::Trapped(_)) | (false, End::Returned | End::Trapped(_)) => {
                self.keep_if_new(input, run);
            }
            (false, End::Cut(_) | End::Unsupported(_)) => self.keep_beyond_cut(input, run),
        }
    }

    fn count_path(&mut self, leaf: &Leaf) {
        match &leaf.end {
            End::Returned => self.paths.feasible += 1,
            End::Trapped(trap) => {
                // Calls that return inside an expression may trap at one place in several ways.
                let is_new = self.trapped_prefixes.insert((leaf.events.clone(), *trap));
                self.paths.trapped += u64::from(is_new);
            }
            End::Cut(cut) => {
                self.paths.cut += 1;
                self.cuts.insert(*cut);
            }
            End::Unsupported(gap) => {
                self.paths.cut += 1;
                self.unsupported.insert(*gap);
            }
        }
    }

    /// Keeps other inputs of the path that the last candidate follows, as many as were asked for. Where constraints know of
    /// too few, what the run does not look at may still differ.
    fn keep_others(&mut self, inputs: Vec<Input>, steps: u64) {
        let wanted = self.options.tests_per_path as usize - 1;
        if wanted == 0 {
            return;
        }
        let first = self.candidates.len() - 1;
        let varied = if inputs.len() < wanted {
            variations(&self.candidates[first].input)
        } else {
            Vec::new()
        };
        let n_solved = inputs.len();
        for (index, input) in inputs.into_iter().chain(varied).enumerate() {
            let kept = &self.candidates[first..];
            if kept.len() > wanted || kept.iter().any(|other| other.input == input) {
                continue;
            }
            if index >= n_solved && self.judge.admits(&input) != Some(true) {
                continue;
            }
            let run = self.judge.run_briefly(&input, steps);
            let follows = run.events == self.candidates[first].run.events;
            if follows && matches!(run.ending, Ending::Returned(_)) {
                let reached = self.candidates[first].reached.clone();
                let formula = self.candidates[first].formula.clone();
                self.candidates.push(Candidate { input, run, reached, formula, another: true });
            } else if index < n_solved {
                self.disagreements
                    .push(format!("another input of a path follows a different one: {input:?}"));
            }
        }
    }

    /// Was this path walked before? It may go several ways through the precondition
    /// and through system headers, and active calls of one function may trap
    /// at the same instruction one after the other without an event between: each is one path all the same.
    fn is_known(&mut self, leaf: &Leaf) -> bool {
        let trap = match leaf.end {
            End::Trapped(trap) => Some(trap),
            End::Returned | End::Cut(_) | End::Unsupported(_) => None,
        };
        let in_several_ways = trap.is_some()
            || !self.preconditions().is_empty()
            || self.has_variants
            || has_silent_code(self.program);
        in_several_ways && !self.seen_paths.insert((leaf.events.clone(), trap))
    }

    /// The interpreter must show what the walk promised.
    fn compare(
        &mut self,
        events: &[Event],
        end: &End,
        input: &Input,
        run: &Confirmed,
        stop: Stop<'_>,
    ) {
        let agrees = match (end, &run.ending) {
            (End::Returned, Ending::Returned(_)) => run.events == events,
            (End::Trapped(trap), Ending::Trapped(other)) => trap == other && run.events == events,
            (End::Cut(_) | End::Unsupported(_), Ending::Limit(_)) => {
                let n_common = events.len().min(run.events.len());
                run.events[..n_common] == events[..n_common]
            }
            (End::Cut(_) | End::Unsupported(_), _) => run.events.starts_with(events),
            (End::Returned | End::Trapped(_), _) => false,
        };
        if !agrees {
            self.disagreements.push(format!(
                "the walk of `{}` promised {end:?} after {} events, the interpreter shows {:?} after {} on {input:?}",
                self.program.funcs[self.func].name,
                events.len(),
                run.ending,
                run.events.len()
            ));
        }
        let progress = self.progress();
        let stop = || stop(&progress);
        if self.options.validate
            && let Err(difference) = validate(self.world, input, &stop)
        {
            self.disagreements.push(format!("{difference} on {input:?}"));
        }
        self.check_admitted(input);
    }

    /// What constraints admit, the interpreter must admit too.
    pub(super) fn check_admitted(&mut self, input: &Input) {
        if self.judge.admits(input) == Some(false) {
            self.disagreements.push(format!("an input does not satisfy its contract: {input:?}"));
        }
    }
}

/// Is there code whose branches are no events? A path may go several ways through it.
fn has_silent_code(program: &ir::Program) -> bool {
    program.funcs.values().any(|data| data.system && data.body.is_some())
}
