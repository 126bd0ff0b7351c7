//! Models found before, kept with the values of all terms evaluated under them.
//!
//! A walk over paths asks nearly the same question again and again: the model of the last one often
//! answers the next, and costs no more than evaluating the new terms. Evaluation is the checker's, so
//! a remembered model is as checked as a fresh one.

use crate::check::Checker;
use crate::fd::Slot;
use crate::{Label, Method, Model};
use entity::EntityRef;
use term::{Pool, Term, Var};

/// How many models are kept.
const CAPACITY: usize = 4;

/// The last few models.
pub(crate) struct Memory {
    /// Most recently used first.
    remembered: Vec<Remembered>,
}

struct Remembered {
    /// Values by variable; variables beyond the end are 0.
    values: Vec<u128>,
    checker: Checker,
    /// How many of the asserted terms, from the first on, are known to hold.
    verified: usize,
}

impl Remembered {
    /// Checks the asserted terms from the first that is not known to hold; true if all do.
    fn verify(&mut self, pool: &Pool, asserted: &[(Option<Label>, Term)]) -> bool {
        let Self { values, checker, verified } = self;
        let value = |var: Var| values.get(var.index()).copied().unwrap_or(0);
        while let Some(&(_, term)) = asserted.get(*verified) {
            if checker.value(pool, term, &value) != 1 {
                return false;
            }
            *verified += 1;
        }
        true
    }
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { remembered: Vec::new() }
    }

    /// The asserted terms from `n_asserted` on are gone.
    pub(crate) fn truncate(&mut self, n_asserted: usize) {
        for model in &mut self.remembered {
            model.verified = model.verified.min(n_asserted);
        }
    }

    /// A remembered model that satisfies all asserted terms.
    pub(crate) fn recall(
        &mut self,
        pool: &Pool,
        asserted: &[(Option<Label>, Term)],
        inputs: &[(Slot, Var)],
    ) -> Option<Model> {
        let at = self.remembered.iter_mut().position(|model| model.verify(pool, asserted))?;
        self.remembered[..=at].rotate_right(1);
        let values = &self.remembered[0].values;
        let value = |var: Var| values.get(var.index()).copied().unwrap_or(0);
        let values = inputs.iter().map(|&(_, var)| (var, value(var))).collect();
        Some(Model::new(values, Method::Remembered))
    }

    /// The model that holds longest, with the position of the first asserted term it fails;
    /// only after a `recall` in vain.
    pub(crate) fn nearly(&self, asserted: &[(Option<Label>, Term)]) -> Option<(usize, &[u128])> {
        let best = self.remembered.iter().max_by_key(|model| model.verified)?;
        (best.verified < asserted.len()).then_some((best.verified, &best.values))
    }

    /// Takes a model in, in place of the one unused for longest; false if it fails an asserted term.
    pub(crate) fn admit(
        &mut self,
        pool: &Pool,
        asserted: &[(Option<Label>, Term)],
        model: &Model,
    ) -> bool {
        if self.remembered.len() < CAPACITY {
            let (values, checker) = (Vec::new(), Checker::default());
            self.remembered.push(Remembered { values, checker, verified: 0 });
        }
        self.remembered.rotate_right(1);
        let newest = &mut self.remembered[0];
        newest.values.clear();
        for (var, value) in model.iter() {
            newest.values.resize(var.index() + 1, 0);
            newest.values[var.index()] = value;
        }
        newest.checker.forget();
        newest.verified = 0;
        newest.verify(pool, asserted)
    }
}
