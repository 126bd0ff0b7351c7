//! The path that control is on: its conjuncts, its guard, and how it came about.
//!
//! A path is a stack of steps. The guard of every prefix is kept, so that going back costs nothing, and every path that was
//! ever entered stays readable as a *way*: explanations ask for it long after control has left.

use super::Merged;
use crate::Algebra;
use ir::Event;

/// A conjunct of a path: a condition that control depends on, and the outcome it stands for if it is one alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step<W> {
    /// When control goes on here.
    pub cond: W,
    /// What that is an outcome of; none where paths met.
    pub event: Option<Event>,
}

impl<A: Algebra> Merged<'_, A> {
    pub(crate) fn guard(&self) -> A::Word {
        *self.guards.last().expect("the empty path has a guard")
    }

    pub(super) fn enter(&mut self, alg: &mut A, step: Step<A::Word>) {
        if alg.is_yes(step.cond) {
            return;
        }
        let guard = alg.and(self.guard(), step.cond);
        self.path.push(step);
        self.guards.push(guard);
        let before = *self.way.last().expect("the empty path has a way");
        self.way.push(self.ways.len() as u32);
        self.ways.push(Some((step, before)));
    }

    /// The steps of a path that was entered, in order.
    pub fn steps_to(&self, way: u32) -> Vec<Step<A::Word>> {
        let mut steps = Vec::new();
        let mut at = way;
        while let Some((step, before)) = self.ways[at as usize] {
            steps.push(step);
            at = before;
        }
        steps.reverse();
        steps
    }

    pub(crate) fn back_to(&mut self, n_path: usize) {
        self.path.truncate(n_path);
        self.guards.truncate(n_path + 1);
        self.way.truncate(n_path + 1);
    }

    /// The path goes on where one of these continuations of it came.
    pub(super) fn enter_any(&mut self, alg: &mut A, paths: &[Vec<Step<A::Word>>]) {
        if let [path] = paths {
            path.iter().for_each(|&step| self.enter(alg, step));
            return;
        }
        let mut any = alg.no();
        for path in paths {
            let all = conjunction(alg, path);
            any = alg.or(any, all);
        }
        self.enter(alg, Step { cond: any, event: None });
    }
}

pub(crate) fn conjunction<A: Algebra>(alg: &mut A, path: &[Step<A::Word>]) -> A::Word {
    let mut all = alg.yes();
    for step in path {
        all = alg.and(all, step.cond);
    }
    all
}
