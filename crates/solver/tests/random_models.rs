//! Random constraint models against enumeration: propagation keeps every solution, answers and cores
//! are right by every route, and traces of push and pop give what a fresh solver would.
//!
//! `CSP_MODELS` sets how many models are tried, `CSP_SEED` where they start.

mod csp;
mod dice;

use csp::Csp;
use dice::Dice;
use solver::{Answer, Label, Limits, Model, Solver};
use term::{Pool, Term};

struct Case {
    csp: Csp,
    /// For each constraint, whether each assignment satisfies it.
    truth: Vec<Vec<bool>>,
    pool: Pool,
    vars: Vec<Term>,
    terms: Vec<Term>,
}

impl Case {
    fn new(csp: Csp) -> Self {
        let mut pool = Pool::new();
        let vars: Vec<Term> = (csp.widths.iter().enumerate())
            .map(|(at, &width)| pool.var(&format!("v{at}"), width))
            .collect();
        let terms = csp.constraints.iter().map(|c| c.build(&mut pool, &vars)).collect();
        Self { truth: csp.truth(), csp, pool, vars, terms }
    }

    /// The assignments that satisfy these constraints.
    fn solutions(&self, constraints: &[usize]) -> Vec<usize> {
        (0..self.csp.n_assignments())
            .filter(|&packed| constraints.iter().all(|&at| self.truth[at][packed]))
            .collect()
    }

    fn packed(&self, model: &Model) -> usize {
        let mut packed = 0;
        for (at, &var) in self.vars.iter().enumerate().rev() {
            let var = self.pool.as_var(var).expect("a variable");
            packed = packed << self.csp.widths[at] | model.value(var) as usize;
        }
        packed
    }

    /// Is the answer right for these constraints, those of `labelled` carrying their index as label?
    #[track_caller]
    fn judge(&self, answer: &Answer, constraints: &[usize], labelled: &[bool]) {
        let solutions = self.solutions(constraints);
        match answer {
            Answer::Sat(model) => {
                assert!(solutions.contains(&self.packed(model)), "no solution: {model:?}");
            }
            Answer::Unsat { labels, by } => {
                assert!(solutions.is_empty(), "{by:?} lost {} solutions", solutions.len());
                let core: Vec<usize> = constraints
                    .iter()
                    .copied()
                    .filter(|&at| !labelled[at] || labels.contains(&Label(at as u32)))
                    .collect();
                assert!(
                    self.solutions(&core).is_empty(),
                    "core of {by:?} is satisfiable: {labels:?}"
                );
                let own = |label: &Label| {
                    labelled[label.0 as usize] && constraints.contains(&(label.0 as usize))
                };
                assert!(labels.iter().all(own), "foreign label in {labels:?}");
            }
            Answer::Unknown(why) => panic!("undecided: {why:?}"),
        }
    }

    /// Does nothing remain of a core if any of its labels is left out?
    #[track_caller]
    fn is_smallest(&self, core: &[Label], labelled: &[bool]) {
        for left_out in core {
            let kept = |at: usize| {
                let label = Label(at as u32);
                !labelled[at] || (label != *left_out && core.contains(&label))
            };
            let rest: Vec<usize> = (0..self.terms.len()).filter(|&at| kept(at)).collect();
            assert!(!self.solutions(&rest).is_empty(), "{left_out:?} is not needed in {core:?}");
        }
    }

    fn post(&mut self, solver: &mut Solver, at: usize, labelled: &[bool]) {
        if labelled[at] {
            solver.assume(&mut self.pool, Label(at as u32), self.terms[at]);
        } else {
            solver.assert(&mut self.pool, self.terms[at]);
        }
    }

    /// No solution's value of any term is outside what propagation left.
    #[track_caller]
    fn keeps_solutions(&mut self, solver: &Solver, constraints: &[usize]) {
        let solutions = self.solutions(constraints);
        assert!(
            !solver.is_refuted() || solutions.is_empty(),
            "propagation lost {}",
            solutions.len()
        );
        if solver.is_refuted() {
            return;
        }
        let step = solutions.len() / 50 + 1;
        let mut evaluator = term::Evaluator::new();
        for &packed in solutions.iter().step_by(step) {
            let values = self.csp.assignment(packed);
            for (&var, &value) in self.vars.iter().zip(&values) {
                evaluator.set(self.pool.as_var(var).expect("a variable"), value);
            }
            for term in self.pool_terms() {
                let value = evaluator.value(&self.pool, term);
                let width = self.pool.width(term);
                let (bounds, estimate) =
                    (solver.bounds(&self.pool, term), solver.estimate(&self.pool, term));
                assert!(
                    bounds.contains(width, value) && estimate.contains(width, value),
                    "{term} {:?} lost {value}: {bounds:?}, {estimate:?}",
                    self.pool.op(term)
                );
            }
        }
    }

    fn pool_terms(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.pool.len()).map(entity::EntityRef::from_index)
    }

    /// A look at terms that no constraint mentions is right, and what it blames is enough.
    #[track_caller]
    fn looks_are_right(&mut self, labelled: &[bool]) {
        let posted: Vec<usize> = (0..self.terms.len()).step_by(2).collect();
        let mut solver = Solver::new();
        for &at in &posted {
            self.post(&mut solver, at, labelled);
        }
        self.keeps_solutions(&solver, &posted);
        for term in self.pool_terms().filter(|&term| self.pool.width(term) == 1) {
            let Some(labels) = solver.refutes(&self.pool, term) else { continue };
            let is_blamed = |at: &usize| !labelled[*at] || labels.contains(&Label(*at as u32));
            let blamed: Vec<usize> = posted.iter().copied().filter(is_blamed).collect();
            let mut evaluator = term::Evaluator::new();
            for packed in self.solutions(&blamed) {
                for (&var, value) in self.vars.iter().zip(self.csp.assignment(packed)) {
                    evaluator.set(self.pool.as_var(var).expect("a variable"), value);
                }
                let value = evaluator.value(&self.pool, term);
                assert_eq!(value, 0, "{term} is refuted by {labels:?}, and true");
            }
        }
    }
}

fn audited() -> Limits {
    Limits { audit: true, ..Limits::standard() }
}

fn run_model(seed: u64) {
    let mut dice = Dice(seed);
    let bits = if dice.one_in(1000) { 18 } else { 12 };
    let mut case = Case::new(Csp::random(&mut dice, bits));
    let n = case.terms.len();
    let all: Vec<usize> = (0..n).collect();
    let labelled: Vec<bool> = (0..n).map(|_| dice.one_in(2)).collect();
    let mut solver = Solver::new();
    for &at in &all {
        case.post(&mut solver, at, &labelled);
    }
    case.keeps_solutions(&solver, &all);
    case.looks_are_right(&labelled);
    let answer = solver.check(&mut case.pool, &audited());
    case.judge(&answer, &all, &labelled);
    if dice.one_in(4) {
        let answer = solver.check(&mut case.pool, &Limits::sat_alone());
        case.judge(&answer, &all, &labelled);
    }
    if let Answer::Unsat { labels, by } = answer {
        let core = solver.minimize_core(&mut case.pool, &Limits::standard(), &labels);
        case.is_smallest(&core, &labelled);
        case.judge(&Answer::Unsat { labels: core, by }, &all, &labelled);
    }
    let solutions = case.solutions(&all);
    if solutions.len() <= 40 && dice.one_in(4) {
        assert_eq!(enumerate(&mut case, &mut solver, solutions.len()), solutions);
    }
    trace(&mut case, &mut dice, &labelled);
}

/// All solutions, each excluded after it is found.
fn enumerate(case: &mut Case, solver: &mut Solver, at_most: usize) -> Vec<usize> {
    let mut found = Vec::new();
    solver.push();
    while let Answer::Sat(model) = solver.check(&mut case.pool, &audited()) {
        assert!(found.len() < at_most, "more solutions than there are");
        found.push(case.packed(&model));
        let differences: Vec<Term> = case
            .vars
            .iter()
            .map(|&var| {
                let value = model.value(case.pool.as_var(var).expect("a variable"));
                let value = case.pool.constant(case.pool.width(var), value);
                case.pool.ne(var, value)
            })
            .collect();
        let other = case.pool.any(&differences);
        solver.assert(&mut case.pool, other);
    }
    solver.pop();
    found.sort_unstable();
    found
}

/// Random pushes, pops, assertions and checks.
fn trace(case: &mut Case, dice: &mut Dice, labelled: &[bool]) {
    let mut solver = Solver::new();
    let mut stack: Vec<usize> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    for _ in 0..12 {
        match dice.below(4) {
            0 => {
                levels.push(stack.len());
                solver.push();
            }
            1 => {
                if let Some(mark) = levels.pop() {
                    stack.truncate(mark);
                    solver.pop();
                }
            }
            _ => {
                let at = dice.below(case.terms.len() as u64) as usize;
                case.post(&mut solver, at, labelled);
                stack.push(at);
            }
        }
        let limits = if dice.one_in(3) { Limits::sat_alone() } else { audited() };
        let answer = solver.check(&mut case.pool, &limits);
        case.judge(&answer, &stack, labelled);
    }
}

/// Long runs say where they are after so many models.
const PROGRESS: u64 = 20_000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_models_agree_with_enumeration() {
    let (first, n) = (number("CSP_SEED", 1), number("CSP_MODELS", 1500));
    for seed in first..first + n {
        if n > PROGRESS && (seed - first) % PROGRESS == 0 {
            eprintln!("{} of {n} models", seed - first);
        }
        let outcome = std::panic::catch_unwind(|| run_model(seed));
        assert!(
            outcome.is_ok(),
            "model {seed} failed: {:#?}",
            Csp::random(
                &mut {
                    let mut d = Dice(seed);
                    d.one_in(1000);
                    d
                },
                12
            )
        );
    }
}
