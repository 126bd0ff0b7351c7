//! A precondition in C at the start of a walk: one constraint where its paths can be merged, else a piece of every path.
//!
//! Merged, it never multiplies the paths of the function under test. It cannot be merged where it allocates,
//! calls through pointers that depend on inputs, or turns more often than we unfold; then its paths are walked and those of the function come up several times.
//! Where it computes what is not modelled, it is left out, and whoever is given an input has to ask.

use super::constrain::{Assumption, Found};
use super::{NoStart, Walk};
use crate::unfold::{Shortage, raise, to_turns};
use exec::{Admission, Beyond, Mark, Pause, Reason};
use ir::Func;
use std::collections::BTreeSet;
use term::Term;

/// Turns of its loops at first.
const FIRST_TURNS: u32 = 8;

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
    Unsupported(String),
}

impl Walk<'_> {
    /// Lets in only inputs on which none of these functions of the same parameters returns zero.
    pub(super) fn admit(mut self, preconditions: &[(Func, String)]) -> Result<Self, NoStart> {
        if !preconditions.is_empty() && !self.settle() {
            return Err(NoStart::Undecided);
        }
        for (pre, text) in preconditions {
            let merged;
            (self, merged) = self.merge(*pre, text)?;
            self.walked.extend((!merged).then_some(*pre));
        }
        self.admitted = self.walked.is_empty();
        self.walked.iter().for_each(|&pre| self.machine.enter_precondition(pre));
        Ok(self)
    }

    /// Makes a constraint of a precondition, if that is possible; false if its paths are to be walked. What is not modelled is
    /// left out, and each input has to be asked about.
    fn merge(mut self, pre: Func, text: &str) -> Result<(Self, bool), NoStart> {
        let mut unfolding = to_turns(FIRST_TURNS, Beyond::Cut);
        loop {
            let mark = self.machine.mark();
            self.words.known.solver.push();
            let (machine, admission) =
                self.machine.admission(&mut self.words, pre, &unfolding, self.stop);
            self.machine = machine;
            let attempt = match &admission {
                Some(admission) => self.post_admission(text, admission),
                None => Attempt::Impossible,
            };
            let short = match attempt {
                Attempt::Merged => return Ok((self, true)),
                Attempt::Unsatisfiable if self.used_bounds().is_empty() => {
                    return Err(NoStart::Unsatisfiable(self.used_requires()));
                }
                Attempt::Unsatisfiable => return Err(NoStart::Undecided),
                Attempt::Short(short) => short,
                Attempt::Impossible => BTreeSet::new(),
                Attempt::Unsupported(reason) => {
                    self.left_out.push((text.to_owned(), reason));
                    self.go_back(&mark);
                    return Ok((self, true));
                }
            };
            self.go_back(&mark);
            if !raise(&mut unfolding, &short) {
                return Ok((self, false));
            }
        }
    }

    fn go_back(&mut self, mark: &Mark) {
        self.words.known.solver.pop();
        self.machine.undo_to(mark);
    }

    /// Posts what the machine said while inputs were made; false if that was not decided.
    fn settle(&mut self) -> bool {
        while self.machine.has_pending() {
            let found = match self.machine.run(&mut self.words) {
                Pause::Assume(word) | Pause::Fits(word) => self.post(word),
                Pause::Bound(word, text) => {
                    let label = self.label(Assumption::Bound(text));
                    self.assume(label, word)
                }
                pause => unreachable!("inputs should only be constrained, not {pause:?}"),
            };
            if found != Found::Yes {
                return false;
            }
        }
        true
    }

    fn post_admission(&mut self, text: &str, admission: &Admission<Term>) -> Attempt {
        for &fact in &admission.facts {
            self.post_free(fact);
        }
        for (word, text) in &admission.bounds {
            let label = self.label(Assumption::Bound(text.clone()));
            self.words.known.solver.assume(&mut self.words.pool, label, *word);
        }
        if let Some(attempt) = self.not_followed(admission) {
            return attempt;
        }
        let label = self.label(Assumption::Requires(text.to_owned()));
        for &condition in &admission.conditions {
            self.words.known.solver.assume(&mut self.words.pool, label, condition);
        }
        match self.satisfy() {
            Found::Yes => Attempt::Merged,
            Found::No => Attempt::Unsatisfiable,
            Found::Unknown => Attempt::Impossible,
        }
    }

    /// Does an input lead where the precondition was cut?
    fn not_followed(&mut self, admission: &Admission<Term>) -> Option<Attempt> {
        let mut open = BTreeSet::new();
        for cut in &admission.cuts {
            let fine = self.words.pool.not(cut.wrong);
            let here = self.words.pool.and(cut.when, fine);
            if self.refuted(here) {
                continue;
            }
            if cut.reason == Reason::Refuted {
                self.machine.looked_within_bounds = true;
            } else if self.is_possible(here) {
                open.insert(cut.reason.clone());
            }
        }
        if open.is_empty() {
            return None;
        }
        if let Some(Reason::Unsupported(why)) = open.iter().find(|why| !why.may_be_walked()) {
            return Some(Attempt::Unsupported(why.clone()));
        }
        let shortage = |reason: &Reason| match reason {
            Reason::Turns(func, id) => Some(Shortage::Turns(*func, *id)),
            Reason::Calls(_) => Some(Shortage::Calls),
            Reason::Steps | Reason::Unsupported(_) | Reason::Refuted => None,
        };
        let short: Option<BTreeSet<Shortage>> = open.iter().map(shortage).collect();
        Some(short.map_or(Attempt::Impossible, Attempt::Short))
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
