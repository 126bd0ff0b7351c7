//! Models found before, kept with the values of all terms evaluated under them.
//!
//! A walk over paths asks nearly the same question again and again: the model of the last one often
//! answers the next, and costs no more than evaluating the new terms. Evaluation is the checker's, so
//! a remembered model is as checked as a fresh one. A fresh one usually differs from the last in few
//! variables: terms that mention none of these have the value they had.

use crate::check::Checker;
use crate::fd::Slot;
use crate::{Label, Method, Model};
use entity::{EntityRef, EntitySet};
use term::{Pool, Term, Var};

/// How many models are kept.
const CAPACITY: usize = 4;
/// Terms of a pool beyond which only two are, which is what comparing a model with the last one takes: values of all terms for
/// four models would be most of what a search holds.
const MOST_TERMS: usize = 500_000;

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
    /// Checks the asserted terms from the first that is not known to hold, but for those that `holds` knows by their position;
    /// true if all do.
    fn verify(
        &mut self,
        pool: &Pool,
        asserted: &[(Option<Label>, Term)],
        holds: impl Fn(usize) -> bool,
    ) -> bool {
        let Self { values, checker, verified } = self;
        let value = |var: Var| values.get(var.index()).copied().unwrap_or(0);
        while let Some(&(_, term)) = asserted.get(*verified) {
            if !holds(*verified) && checker.value(pool, term, &value) != 1 {
                return false;
            }
            *verified += 1;
        }
        true
    }

    /// The variables that have another value here than there.
    fn changed_since(&self, other: &Self) -> EntitySet<Var> {
        let value = |values: &[u128], at: usize| values.get(at).copied().unwrap_or(0);
        let all = 0..self.values.len().max(other.values.len());
        let changed = all.filter(|&at| value(&self.values, at) != value(&other.values, at));
        changed.map(Var::from_index).collect()
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
        let at =
            self.remembered.iter_mut().position(|model| model.verify(pool, asserted, |_| false))?;
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

    /// Takes a model in, in place of the one unused for longest; false if it fails an asserted term. `scopes` are the variables of
    /// the asserted terms, as far as they are known.
    pub(crate) fn admit(
        &mut self,
        pool: &Pool,
        asserted: &[(Option<Label>, Term)],
        scopes: &[Box<[Var]>],
        model: &Model,
    ) -> bool {
        let capacity = if pool.len() > MOST_TERMS { 2 } else { CAPACITY };
        self.remembered.truncate(capacity);
        if self.remembered.len() < capacity {
            let (values, checker) = (Vec::new(), Checker::default());
            self.remembered.push(Remembered { values, checker, verified: 0 });
        }
        self.remembered.rotate_right(1);
        let (newest, others) = self.remembered.split_first_mut().expect("there is room for one");
        newest.values.clear();
        for (var, value) in model.iter() {
            newest.values.resize(var.index() + 1, 0);
            newest.values[var.index()] = value;
        }
        newest.checker.forget();
        newest.verified = 0;
        let Some(last) = others.first() else { return newest.verify(pool, asserted, |_| false) };
        let changed = newest.changed_since(last);
        newest.verify(pool, asserted, |at| {
            let is_touched = |scope: &[Var]| scope.iter().any(|&var| changed.contains(var));
            at < last.verified && scopes.get(at).is_some_and(|scope| !is_touched(scope))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Op;

    /// What is asserted, and of which variables.
    type Asserted = (Vec<(Option<Label>, Term)>, Vec<Var>);

    /// Three constraints `x_i != i + 1` on as many variables.
    fn pool() -> (Pool, Asserted) {
        let mut pool = Pool::new();
        let (mut asserted, mut vars) = (Vec::new(), Vec::new());
        for at in 0..3u128 {
            let term = pool.var(&format!("x{at}"), 8);
            let Op::Var(var) = pool.op(term) else { unreachable!("it is a variable") };
            let bad = pool.constant(8, at + 1);
            let same = pool.eq(term, bad);
            asserted.push((None, pool.not(same)));
            vars.push(var);
        }
        (pool, (asserted, vars))
    }

    #[test]
    fn what_changed_is_checked_again() {
        let (pool, (asserted, vars)) = pool();
        let scopes: Vec<Box<[Var]>> = vars.iter().map(|&var| Box::from([var])).collect();
        let model = |values: [u128; 3]| {
            Model::new(vars.iter().copied().zip(values).collect(), Method::Search)
        };
        let mut memory = Memory::new();
        let mut admits =
            |values: [u128; 3]| memory.admit(&pool, &asserted, &scopes, &model(values));
        assert!(admits([0, 0, 0]));
        assert!(admits([0, 7, 0]));
        assert!(!admits([0, 2, 0]), "the second constraint fails on the value that changed");
        assert!(!admits([1, 7, 0]), "what was refused vouches for nothing");
        assert!(admits([0, 7, 9]));
    }
}
