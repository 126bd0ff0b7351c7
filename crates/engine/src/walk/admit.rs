//! A precondition in C at the start of a walk: one constraint where its paths can be merged, else a piece of every path.
//!
//! Merged, it never multiplies the paths of the function under test. Where it turns ever more often, as along a list, it is
//! followed as far as that is cheap, and that inputs end there is a bound of ours, which rises with the turns of the walk. It
//! cannot be merged where it allocates or calls through pointers that depend on inputs; then its paths are walked and those
//! of the function come up several times.
//! Where it computes what is not modelled, it is left out, and whoever is given an input has to ask.

use super::constrain::Found;
use super::{NoStart, Walk};
use crate::limits;
use crate::unfold::{Growth, Shortage, raise_by, to_turns};
use exec::{Admission, Beyond, Mark, Pause, Reason, Unfolding};
use ir::Func;
use std::collections::BTreeSet;
use term::Term;
use world::{Gap, Premise, Quantity};

const GROWTH: Growth =
    Growth { turns: |turns| 2 * turns, calls: |calls| calls + (calls / 4).max(1) };

/// What became of an attempt to merge a precondition.
enum Attempt {
    /// It is a constraint now, and an input satisfies it.
    Merged,
    /// No input satisfies it.
    Unsatisfiable,
    /// Loops would have to turn more often, or functions call themselves.
    Short(BTreeSet<Shortage>),
    /// It cannot be merged.
    Impossible,
    /// It does what is not modelled.
    Unsupported(Gap),
}

impl Walk<'_> {
    /// Lets in only inputs on which none of these functions of the same parameters returns zero.
    pub(super) fn admit(mut self, preconditions: &[(Func, Premise)]) -> Result<Self, NoStart> {
        if !preconditions.is_empty() && !self.settle() {
            return Err(NoStart::Undecided);
        }
        for (pre, premise) in preconditions {
            let merged;
            (self, merged) = self.merge(*pre, premise)?;
            self.walked.extend((!merged).then_some(*pre));
        }
        self.admitted = self.walked.is_empty();
        self.walked.iter().for_each(|&pre| self.machine.enter_precondition(pre));
        Ok(self)
    }

    /// Makes a constraint of a precondition, if that is possible; false if its paths are to be walked. What is not modelled is
    /// left out, and each input has to be asked about.
    fn merge(mut self, pre: Func, premise: &Premise) -> Result<(Self, bool), NoStart> {
        let mut unfolding =
            Unfolding { calls: limits::ADMIT_CALLS, ..to_turns(limits::ADMIT_TURNS, Beyond::Cut) };
        loop {
            let mark = self.machine.mark();
            let n_words = self.words.pool.len();
            unfolding.words = n_words + limits::ADMIT_GROWTH * self.extent.merging();
            self.words.known.solver.push();
            self.words.known.remember();
            let (machine, admission) =
                self.machine.admission(&mut self.words, pre, &unfolding, self.stop);
            self.machine = machine;
            self.words.known.forget();
            let cost = self.words.pool.len() - n_words;
            let may_grow = cost * limits::ADMIT_GROWTH <= self.extent.merging();
            let attempt = match &admission {
                Some(admission) => {
                    self.post_admission((pre, premise), admission, &unfolding, may_grow)
                }
                None => Attempt::Impossible,
            };
            let short = match attempt {
                Attempt::Merged => return Ok((self, true)),
                Attempt::Unsatisfiable if !self.rests_on_preferences() => {
                    return Err(NoStart::Unsatisfiable(self.used()));
                }
                Attempt::Unsatisfiable => return Err(NoStart::Undecided),
                Attempt::Short(short) => short,
                Attempt::Impossible => BTreeSet::new(),
                Attempt::Unsupported(gap) => {
                    let func = self.machine.under_test();
                    let text = premise.said(self.program, func).to_string();
                    self.entry.left_out.push((text, gap.said(self.program).to_string()));
                    self.go_back(&mark);
                    return Ok((self, true));
                }
            };
            self.go_back(&mark);
            if !raise_by(&mut unfolding, &short, &GROWTH) {
                return Ok((self, false));
            }
        }
    }

    fn go_back(&mut self, mark: &Mark) {
        self.words.known.solver.pop();
        self.machine.undo_to(mark);
    }

    /// Posts what the machine said while inputs were made; false if that was not decided.
    pub(super) fn settle(&mut self) -> bool {
        while self.machine.has_pending() {
            let found = match self.machine.run(&mut self.words) {
                Pause::Assume(word) | Pause::Fits(word) => self.post(word),
                Pause::Bound(word, premise) => {
                    let label = self.label(premise);
                    self.assume(label, word)
                }
                Pause::Beyond(word) => {
                    self.leave_out(word);
                    Found::Yes
                }
                pause => unreachable!("inputs should only be constrained, not {pause:?}"),
            };
            if found != Found::Yes {
                return false;
            }
        }
        true
    }

    fn post_admission(
        &mut self,
        (pre, premise): (Func, &Premise),
        admission: &Admission<Term>,
        unfolding: &Unfolding,
        may_grow: bool,
    ) -> Attempt {
        for &fact in &admission.facts {
            self.post_free(fact);
        }
        for (word, premise) in &admission.bounds {
            let label = self.label(premise.clone());
            self.words.known.solver.assume(&mut self.words.pool, label, *word);
        }
        let open = self.open_cuts(admission);
        if let Some(attempt) = not_followed(&open, may_grow) {
            return attempt;
        }
        self.narrow(pre, &open, unfolding);
        let label = self.label(premise.clone());
        for &condition in &admission.conditions {
            // Of inputs that were left out it says nothing: those the bound excludes, not the precondition.
            let parts: Vec<Term> = open.iter().map(|(here, _)| *here).chain([condition]).collect();
            let possible = self.words.pool.any(&parts);
            self.words.known.solver.assume(&mut self.words.pool, label, possible);
        }
        match self.satisfy() {
            Found::Yes => Attempt::Merged,
            Found::No => Attempt::Unsatisfiable,
            Found::Unknown => Attempt::Impossible,
        }
    }

    /// Where the precondition was cut though inputs lead there, and when.
    fn open_cuts(&mut self, admission: &Admission<Term>) -> Vec<(Term, Reason)> {
        let mut open = Vec::new();
        for cut in &admission.cuts {
            let fine = self.words.pool.not(cut.wrong);
            let here = self.words.pool.and(cut.when, fine);
            if self.refuted(here) {
                continue;
            }
            if cut.reason == Reason::Refuted {
                self.machine.looked_within_bounds = true;
            } else if self.is_possible(here) {
                open.push((here, cut.reason));
            }
        }
        open
    }

    /// Leaves out the inputs on which the precondition was cut.
    fn narrow(&mut self, pre: Func, open: &[(Term, Reason)], unfolding: &Unfolding) {
        for (here, reason) in open {
            let (quantity, most) = match *reason {
                Reason::Turns(func, id) => {
                    (Quantity::ClauseTurns(func), u64::from(unfolding.turns_of(func, id)))
                }
                Reason::Calls(func) => (Quantity::ClauseCalls(func), u64::from(unfolding.calls)),
                Reason::Steps | Reason::Unsupported(_) | Reason::Refuted => {
                    (Quantity::ClauseTerms(pre), unfolding.words as u64)
                }
            };
            self.is_narrowed = true;
            let label = self.label(Premise::Most(quantity, most));
            let ends = self.words.pool.not(*here);
            self.words.known.solver.assume(&mut self.words.pool, label, ends);
        }
    }

    /// Could something hold? A refutation counts as used.
    fn is_possible(&mut self, term: Term) -> bool {
        self.witness.set_aside();
        self.words.known.solver.push();
        let found = self.post(term);
        self.words.known.solver.pop();
        self.witness.take_back();
        found != Found::No
    }
}

/// What is to become of a precondition that was cut here; none if inputs that lead here can be left out.
fn not_followed(open: &[(Term, Reason)], may_grow: bool) -> Option<Attempt> {
    let mut short = BTreeSet::new();
    for (_, reason) in open {
        match reason {
            Reason::Turns(func, id) => short.extend([Shortage::Turns(*func, *id)]),
            Reason::Calls(_) => short.extend([Shortage::Calls]),
            Reason::Steps | Reason::Refuted => {}
            Reason::Unsupported(_) if reason.may_be_walked() => return Some(Attempt::Impossible),
            Reason::Unsupported(gap) => return Some(Attempt::Unsupported(*gap)),
        }
    }
    (may_grow && !short.is_empty()).then_some(Attempt::Short(short))
}
