//! A precondition in C as one condition: a function of the same parameters, executed as a whole before the one under test.
//!
//! Its outcomes are no events and its traps no findings: an input on which it traps is not admitted. Whatever it writes is
//! forgotten. Whether it was followed far enough is for the driver to ask.

use super::{Beyond, Cut, Flow, Merged, Place, Reason, Unfolding};
use crate::{Algebra, Machine, Val};
use ir::Func;
use world::Premise;

/// When a precondition admits an input.
#[derive(Clone, Debug)]
pub struct Admission<W> {
    /// It returns something else than zero, nothing having gone wrong on the way, when all of these hold. Of inputs that were
    /// cut this says nothing.
    pub conditions: Vec<W>,
    /// Where it was not followed further.
    pub cuts: Vec<Cut<W>>,
    /// What holds of all inputs that it looked at.
    pub facts: Vec<W>,
    /// What holds of them within bounds of our own choice.
    pub bounds: Vec<(W, Premise)>,
}

impl<'p, A: Algebra> Machine<'p, A> {
    /// Executes a precondition with all its paths merged. Afterwards the machine stands where it did, with the inputs that were
    /// looked at; none if these cannot be told apart on a single path.
    #[must_use]
    pub fn admission(
        self,
        alg: &mut A,
        pre: Func,
        unfolding: &Unfolding,
        stop: &'p dyn Fn() -> bool,
    ) -> (Self, Option<Admission<A::Word>>) {
        let (n_leaves, most_words) = (self.leaves().len(), self.most_words);
        let mut merged = Merged::on(self, unfolding.clone(), alg).until(stop);
        let admission = merged.admission(alg, pre, unfolding);
        let mut machine = merged.machine;
        machine.most_words = most_words;
        let settled = machine.settle_inputs(n_leaves);
        (machine, settled.then_some(admission))
    }
}

impl<A: Algebra> Merged<'_, A> {
    /// Executes a precondition. What it shows does not count among what was found.
    pub fn admission(
        &mut self,
        alg: &mut A,
        pre: Func,
        unfolding: &Unfolding,
    ) -> Admission<A::Word> {
        assert!(unfolding.beyond == Beyond::Cut, "a precondition should be executed as it is");
        self.settle(alg);
        let n_found = self.n_found();
        let (n_facts, n_bounds) = (self.facts.len(), self.bounds.len());
        let (wrong, lost) = (self.wrong, self.lost);
        let approximate = std::mem::replace(&mut self.machine.approximate, false);
        let outer = std::mem::replace(&mut self.unfolding, unfolding.clone());
        let mark = self.machine.mark();
        self.machine.enter_precondition(pre);
        // Where the function under test is its own precondition, it is active twice.
        self.machine.pending.clear();
        let conditions = self.conditions(alg);
        self.machine.rewind(&mark);
        let admission = Admission {
            conditions,
            cuts: self.cuts[n_found[2]..].to_vec(),
            facts: self.facts[n_facts..].to_vec(),
            bounds: self.bounds[n_bounds..].to_vec(),
        };
        self.forget_found(n_found);
        self.checks.clear();
        (self.wrong, self.lost) = (wrong, lost);
        self.unfolding = outer;
        self.machine.approximate = approximate;
        admission
    }

    /// Runs the function that was just entered, and says when it refuses an input: every return of zero is one case, with the
    /// conditions on the way to it. What the other cases have excluded is left out of those after them, so that a loop over
    /// elements becomes one short clause for each.
    fn conditions(&mut self, alg: &mut A) -> Vec<A::Word> {
        self.meet(Place::Return, 0);
        let root = self.body().root;
        if self.region(alg, root) == Flow::On {
            let _ = self.jump(Place::Return);
        }
        let meeting = self.meetings.pop().expect("the meeting that was begun here");
        self.back_to(meeting.n_path);
        let mut refused: Vec<Vec<A::Word>> = Vec::new();
        for arrival in meeting.arrivals {
            let mut case: Vec<A::Word> = arrival.path.iter().map(|step| step.cond).collect();
            let zero = self.is_zero(alg, arrival.value, &case);
            if !alg.is_no(zero) {
                case.push(zero);
                let short = without_excluded(alg, &case, &refused);
                refused.push(short);
            }
        }
        let mut conditions = vec![alg.not(self.wrong)];
        for case in refused {
            let all = case.into_iter().fold(alg.yes(), |all, cond| alg.and(all, cond));
            conditions.push(alg.not(all));
        }
        conditions
    }

    /// When a result is zero. One that is not modelled is no result: there the precondition was not followed.
    fn is_zero(&mut self, alg: &mut A, value: Val<A::Word>, path: &[A::Word]) -> A::Word {
        let (value, written) = match value {
            Val::Maybe(maybe) => self.machine.stack.maybes[maybe],
            value => (value, alg.yes()),
        };
        match value {
            Val::Word(word) => {
                let zero = alg.eq_const(word, 0);
                alg.implies(written, zero)
            }
            Val::Opaque(_) | Val::Part(..) => {
                let why = if let Val::Opaque(why) = value { why } else { world::Gap::PointerBytes };
                let when = path.iter().fold(alg.yes(), |all, &cond| alg.and(all, cond));
                self.cut_when(alg, None, Reason::Unsupported(why), when);
                alg.no()
            }
            Val::Uninit | Val::Maybe(_) | Val::Ptr(_) => alg.yes(),
        }
    }
}

/// The conditions of a case without those that hold anyway: where the case that differs in one alone, and ends there, is
/// refused already.
fn without_excluded<A: Algebra>(
    alg: &mut A,
    case: &[A::Word],
    refused: &[Vec<A::Word>],
) -> Vec<A::Word> {
    let mut short: Vec<A::Word> = Vec::new();
    for &cond in case {
        short.push(alg.not(cond));
        let is_excluded = refused.contains(&short);
        short.pop();
        if !is_excluded && !alg.is_yes(cond) {
            short.push(cond);
        }
    }
    short
}
