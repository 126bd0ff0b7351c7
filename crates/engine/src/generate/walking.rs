//! The walk in the service of generation: each leaf is run by the interpreter before it counts.

use super::hunt::Hunt;
use crate::limits::{self, Limit};

use super::Search;
use super::strategy::Between;
use crate::confirm::{Confirmed, Ending};
use crate::extent::{Extent, Walked};
use crate::ledger::PathEnd;
use crate::near::Near;
use crate::objectives::Objective;
use crate::options::Criterion;
use crate::polish::variations;
use crate::validate::validate;
use crate::walk::{Cut, End, Everything, Guide, Leaf, NoStart, Order, Walk};
use crate::witness::NoInput;
use ir::Event;
use ir::input::Input;

impl<'a> Search<'a> {
    /// A short walk after as much as possible with as few tests as possible: not complete, but what it finds is worth keeping.
    pub(super) fn walk_densely(&mut self) -> Result<(), NoStart> {
        // Where much is open, values of lengths and places are as good as any other.
        let settle = self.is_open(limits::WIDELY_OPEN);
        let extent = Extent {
            split: settle && self.scene.has_links(),
            settle,
            steps: limits::DENSE_STEPS,
            leaves: limits::DENSE_LEAVES,
            questions: limits::DENSE_QUESTIONS * self.scene.objectives.len() as u64,
            order: Order::Leaping,
            ..self.extent
        };
        // What it did not reach says nothing: it was not meant to be complete.
        self.walk(extent.to_turns(limits::FIRST_TURNS)).map(drop)
    }

    /// One walk, as far as it may look; what it came to.
    pub(super) fn walk(&mut self, extent: Extent) -> Result<Walked, NoStart> {
        self.walk_led_by(None, extent)
    }

    /// One walk that is led by an input, if there is one.
    pub(super) fn walk_led_by(
        &mut self,
        input: Option<Input>,
        extent: Extent,
    ) -> Result<Walked, NoStart> {
        let (scene, is_over) = (self.scene, self.clock());
        let closed = self.ledger.closed();
        let mut walked = Walked { closed, ..Walked::nothing(extent.relaxed) };
        let mut walk = match scene.walk_led_by(input, &extent, &is_over) {
            Err(NoStart::Undecided) if is_over() => return Ok(self.not_begun(walked)),
            started => started?,
        };
        self.note_left_out(walk.left_out());
        if extent.spreads() {
            walk = walk.knowing(std::mem::take(&mut self.taken));
        }
        let (mut near, mut until_near) = (self.near(&extent), limits::NEAR_AGAIN);
        let mut between = Between::new(self.ledger.n_seen());
        for _ in 0..extent.leaves {
            if walk.counts.questions > extent.questions {
                break;
            }
            let ledger = &self.ledger;
            let hunt = Hunt { scene, ledger, only_open: extent.roams, near: near.as_ref() };
            let guide: &dyn Guide = if extent.everything { &Everything } else { &hunt };
            let n_reached = self.n_reached(&extent);
            let Some(leaf) = walk.next(guide) else { break };
            let asks = !walk.left_out().is_empty() || walk.is_vague();
            walked.is_short |= scene.is_too_short(&leaf.end);
            self.take_leaf(leaf, asks, &mut walked);
            if self.n_reached(&extent) > n_reached {
                walk.look_again();
            }
            if extent.order == Order::Chasing {
                self.vary_between(&mut between, walk.counts.questions);
            }
            until_near -= 1;
            if until_near == 0 {
                (near, until_near) = (self.near(&extent), limits::NEAR_AGAIN);
            }
            self.is_over();
        }
        self.ledger.count(walk.counts.questions, walk.steps());
        self.note_limits(&extent, &walk, &walked);
        let walked = self.sum_up(&walk, walked);
        if extent.spreads() {
            self.taken = walk.into_taken();
        }
        walked
    }

    /// How much was reached of what such a walk goes after.
    fn n_reached(&self, extent: &Extent) -> usize {
        if extent.roams { self.ledger.n_seen() } else { self.ledger.n_covered() }
    }

    /// How near what is wanted is to each place, if the walk goes by that.
    fn near(&self, extent: &Extent) -> Option<Near<'a>> {
        let at_home = match extent.order {
            Order::Spreading { at_home } => at_home,
            Order::Chasing => false,
            Order::DepthFirst | Order::Leaping => return None,
        };
        let scene = self.scene;
        let is_home = |it: Objective| scene.objectives.aim(it).func() == scene.func;
        let at_home = at_home && scene.all().any(|it| is_home(it) && self.ledger.is_open(it));
        let wanted = |it| self.ledger.is_open(it) && (!at_home || is_home(it));
        Some(scene.places.near(wanted))
    }

    /// What kept a walk from going on.
    fn note_limits(&mut self, extent: &Extent, walk: &Walk<'_>, walked: &Walked) {
        let is_cut = !walk.is_done() && !walk.is_tired() && extent.leaves != usize::MAX;
        let asked = walk.counts.questions > extent.questions;
        let limit = if asked { Limit::Questions } else { Limit::Leaves };
        let tired = if walk.is_full() { Limit::Words } else { Limit::Looks };
        let ends = [walk.is_tired().then_some(tired), is_cut.then_some(limit)];
        let cuts = walked.cuts.iter().filter_map(|cut| match cut {
            Cut::Turns(..) => Some(Limit::Turns),
            Cut::Recursion(..) => Some(Limit::Recursion),
            Cut::Events(_) => Some(Limit::PathEvents),
            Cut::Steps(_) => Some(Limit::PathSteps),
            Cut::Undecided => Some(Limit::SolverWork),
            Cut::Input(NoInput::Large(_)) => Some(Limit::ObjectBytes),
            Cut::Input(_) | Cut::Run => None,
        });
        cuts.chain(ends.into_iter().flatten()).for_each(|limit| self.ledger.hit(limit));
    }

    /// A walk for which there was no time: what the last one came to is all that is known.
    fn not_begun(&self, walked: Walked) -> Walked {
        let before = self.ledger.walked();
        Walked {
            premises: before.premises.clone(),
            infeasible: before.infeasible,
            kept_from_more: before.kept_from_more,
            stopped: true,
            ..walked
        }
    }

    /// What a walk came to that has ended.
    fn sum_up(&self, walk: &Walk<'_>, mut walked: Walked) -> Result<Walked, NoStart> {
        let rests_on_preferences = walk.rests_on_preferences();
        let is_short = walked.is_short || walk.is_narrowed && rests_on_preferences;
        let preconditions = self.scene.walked_preconditions(walk);
        let is_followed =
            walked.cuts.is_empty() && walked.gaps.is_empty() && self.ledger.gaps().is_empty();
        // All paths of the preconditions were walked, and none came to the function itself.
        if !preconditions.is_empty() && is_followed && walk.is_whole() && !walk.admitted {
            return Err(if rests_on_preferences {
                NoStart::Undecided
            } else {
                NoStart::Unsatisfiable(preconditions)
            });
        }
        walked.stopped = !walk.is_done() && !walk.is_tired();
        walked.exhausted = walk.is_done() && !is_short && walked.cuts.is_empty();
        walked.kept_from_more = if walk.is_done() {
            walked.cuts.first().copied()
        } else {
            self.ledger.walked().kept_from_more
        };
        walked.infeasible = walk.counts.infeasible;
        walked.premises = walk.used();
        walked.premises.extend(preconditions);
        walked.is_short = is_short && self.is_any_wanted();
        Ok(walked)
    }

    /// Says which clauses of the contract are no constraints.
    pub(super) fn note_left_out(&mut self, clauses: &[(String, String)]) {
        let contract = self.scene.program.funcs[self.scene.func].contract.as_ref();
        let is_lost = |text: &str| {
            let mut clauses = contract.iter().flat_map(|contract| &contract.requires);
            clauses.any(|it| it.text == text && it.meaning.is_err() && it.code.is_none())
        };
        for (clause, reason) in clauses {
            self.ledger.note(if is_lost(clause) {
                format!("the clause `{clause}` is not used: {reason}")
            } else {
                format!("`{clause}` is no constraint, each input is asked about it: {reason}")
            });
        }
    }

    /// How long the run of a leaf may be that took so many steps. What goes on after a prefix may go round a ring for ever: the
    /// more runs did not end, the shorter the next one.
    fn steps_of_a_run(&self, end: &End, steps: u64) -> u64 {
        match end {
            End::Cut(_) => {
                (limits::JUDGED_STEPS >> self.endless.min(limits::MOST_HALVINGS)).max(steps * 16)
            }
            End::Returned | End::Trapped(_) | End::Unsupported(_) => {
                limits::JUDGED_STEPS.max(steps * 4)
            }
        }
    }

    /// Runs the input of a leaf and keeps what is worth it; `asks` where constraints do not express all of the contract.
    fn take_leaf(&mut self, mut leaf: Leaf, asks: bool, walked: &mut Walked) {
        // A clause that is no constraint can only be asked about afterwards.
        if asks
            && let Some(input) = &leaf.input
            && self.judge.admits(input) == Some(false)
        {
            (leaf.end, leaf.input) = (End::Cut(Cut::Input(NoInput::Refused)), None);
        }
        let all = self.scene.walks_all_paths();
        if all && self.ledger.is_known(self.scene, &leaf) {
            return;
        }
        // Beyond k there are no k-paths.
        let is_k_path = matches!(self.scene.options.criterion, Criterion::KPath(_));
        if is_k_path && matches!(leaf.end, End::Cut(Cut::Turns(..))) {
            return;
        }
        self.ledger.count_path(PathEnd::from(&leaf.end));
        match leaf.end {
            End::Cut(cut) => walked.cuts.extend([cut]),
            End::Unsupported(gap) => walked.gaps.extend([gap]),
            End::Returned | End::Trapped(_) => {}
        }
        let Some(input) = leaf.input.take() else { return };
        let run = self.judge.run_briefly(&input, self.steps_of_a_run(&leaf.end, leaf.steps));
        self.endless += u32::from(matches!(run.ending, Ending::Limit(_)));
        self.compare(&leaf.events, &leaf.end, &input, &run);
        // Where the run needs more than we give one, nobody has seen what was promised.
        let is_whole = matches!(leaf.end, End::Returned | End::Trapped(_));
        if is_whole && run.ending.is_too_large() {
            walked.cuts.extend([Cut::Run]);
            return self.keep_beyond_cut(input, run);
        }
        match (all, leaf.end) {
            (true, End::Returned) => {
                self.ledger.keep(self.scene, input, run);
                self.ledger.tell_formula(leaf.formula);
                self.keep_others(leaf.more, limits::JUDGED_STEPS.max(leaf.steps * 4));
            }
            // One test per path: where a prefix that was given up leads is for another walk to say.
            (true, End::Cut(_) | End::Unsupported(_)) => {}
            (true, End::Trapped(_)) | (false, End::Returned | End::Trapped(_)) => {
                self.ledger.keep_if_new(self.scene, input, run);
            }
            (false, End::Cut(_) | End::Unsupported(_)) => self.keep_beyond_cut(input, run),
        }
    }

    /// Keeps other inputs of the path that the last candidate follows, as many as were asked for. Where constraints know of
    /// too few, what the run does not look at may still differ.
    fn keep_others(&mut self, inputs: Vec<Input>, steps: u64) {
        let wanted = self.scene.options.tests_per_path as usize - 1;
        if wanted == 0 {
            return;
        }
        let first = self.ledger.candidates().len() - 1;
        let n_solved = inputs.len();
        let varied = if n_solved < wanted {
            variations(&self.ledger.candidates()[first].input)
        } else {
            Vec::new()
        };
        for (index, input) in inputs.into_iter().chain(varied).enumerate() {
            let kept = &self.ledger.candidates()[first..];
            if kept.len() > wanted || kept.iter().any(|other| other.input == input) {
                continue;
            }
            if index >= n_solved && self.judge.admits(&input) != Some(true) {
                continue;
            }
            let run = self.judge.run_briefly(&input, steps);
            let follows = run.events == self.ledger.candidates()[first].run.events;
            if follows && matches!(run.ending, Ending::Returned(_)) {
                self.ledger.keep_another(first, input, run);
            } else if index < n_solved {
                let what = format!("another input of a path follows a different one: {input:?}");
                self.ledger.disagree(what);
            }
        }
    }

    /// The interpreter must show what the walk promised.
    fn compare(&mut self, events: &[Event], end: &End, input: &Input, run: &Confirmed) {
        if !agrees(events, end, run) {
            self.ledger.disagree(format!(
                "the walk of `{}` promised {end:?} after {} events, the interpreter shows {:?} after {} on {input:?}",
                self.scene.program.funcs[self.scene.func].name,
                events.len(),
                run.ending,
                run.events.len()
            ));
        }
        if self.scene.options.validate
            && let Err(difference) = validate(self.scene.world, input, &self.clock())
        {
            self.ledger.disagree(format!("{difference} on {input:?}"));
        }
        self.check_admitted(input);
    }

    /// What constraints admit, the interpreter must admit too.
    pub(super) fn check_admitted(&mut self, input: &Input) {
        if self.judge.admits(input) == Some(false) {
            let what = format!("an input does not satisfy its contract: {input:?}");
            self.ledger.disagree(what);
        }
    }
}

/// Does a run show what was promised of it?
fn agrees(events: &[Event], end: &End, run: &Confirmed) -> bool {
    match (end, &run.ending) {
        (End::Returned, Ending::Returned(_)) => run.events == events,
        (End::Trapped(trap), Ending::Trapped(other)) => trap == other && run.events == events,
        (End::Cut(_) | End::Unsupported(_), Ending::Limit(_)) => {
            let n_common = events.len().min(run.events.len());
            run.events[..n_common] == events[..n_common]
        }
        (End::Cut(_) | End::Unsupported(_), _) => run.events.starts_with(events),
        (End::Returned | End::Trapped(_), ending) => {
            ending.is_too_large() && events.starts_with(&run.events)
        }
    }
}
