//! The trait on batsat, a minisat in Rust.

use crate::{Lit, SatSolver, Verdict};
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

/// An incremental instance of batsat.
pub struct Batsat {
    solver: batsat::Solver<Budget>,
    clause: Vec<batsat::Lit>,
    assumptions: Vec<batsat::Lit>,
    core: Vec<Lit>,
}

/// Counts the clauses learnt, one per conflict, and stops the solver at a limit.
#[derive(Default)]
struct Budget {
    spent: u64,
    limit: u64,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.spent += 1;
        }
    }

    fn stop(&self) -> bool {
        self.spent >= self.limit
    }
}

impl Batsat {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self {
            solver: batsat::Solver::new(SolverOpts::default(), Budget::default()),
            clause: Vec::new(),
            assumptions: Vec::new(),
            core: Vec::new(),
        }
    }
}

impl Default for Batsat {
    fn default() -> Self {
        Self::new()
    }
}

fn theirs(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var()), !lit.is_negative())
}

fn ours(lit: batsat::Lit) -> Lit {
    let positive = Lit::positive(lit.var().idx());
    if lit.sign() { positive } else { !positive }
}

impl SatSolver for Batsat {
    fn new_var(&mut self) -> Lit {
        Lit::positive(self.solver.new_var_default().idx())
    }

    fn n_vars(&self) -> u32 {
        self.solver.num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| theirs(lit)));
        // A contradiction at the root shows in every later verdict.
        let _still_open = self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], conflicts: u64) -> Verdict {
        self.assumptions.clear();
        self.assumptions.extend(assumptions.iter().map(|&lit| theirs(lit)));
        let budget = self.solver.cb_mut();
        budget.limit = budget.spent.saturating_add(conflicts);
        let answer = self.solver.solve_limited(&self.assumptions);
        self.core.clear();
        if answer == lbool::TRUE {
            Verdict::Sat
        } else if answer == lbool::FALSE {
            // Its "core" is the final conflict clause: the negations of the assumptions to blame.
            self.core.extend(self.solver.unsat_core().iter().map(|&lit| ours(!lit)));
            Verdict::Unsat
        } else {
            Verdict::OutOfBudget
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(theirs(lit)) == lbool::TRUE
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn conflicts(&self) -> u64 {
        self.solver.cb().spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of pseudo-random numbers good enough for small formulas.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }

        fn lit(&mut self, n_vars: u64) -> Lit {
            let lit = Lit::positive(self.below(n_vars) as u32);
            if self.below(2) == 0 { lit } else { !lit }
        }
    }

    fn holds(lit: Lit, assignment: u32) -> bool {
        (assignment >> lit.var() & 1 == 1) != lit.is_negative()
    }

    fn satisfiable(clauses: &[Vec<Lit>], n_vars: u32) -> bool {
        (0..1 << n_vars).any(|assignment| {
            clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit, assignment)))
        })
    }

    #[test]
    fn random_formulas_under_assumptions_agree_with_enumeration() {
        const N: u32 = 8;
        let mut dice = Dice(7);
        for _ in 0..300 {
            let mut solver = Batsat::new();
            for _ in 0..N {
                solver.new_var();
            }
            let mut clauses: Vec<Vec<Lit>> = Vec::new();
            for _ in 0..8 {
                for _ in 0..dice.below(8) {
                    let clause: Vec<Lit> = (0..3).map(|_| dice.lit(u64::from(N))).collect();
                    solver.add_clause(&clause);
                    clauses.push(clause);
                }
                let assumed: Vec<Lit> =
                    (0..dice.below(4)).map(|_| dice.lit(u64::from(N))).collect();
                check(&mut solver, &clauses, &assumed, N);
            }
        }
    }

    #[track_caller]
    fn check(solver: &mut Batsat, clauses: &[Vec<Lit>], assumed: &[Lit], n_vars: u32) {
        let with = |units: &[Lit]| {
            let mut all = clauses.to_vec();
            all.extend(units.iter().map(|&unit| vec![unit]));
            satisfiable(&all, n_vars)
        };
        match solver.solve(assumed, u64::MAX) {
            Verdict::Sat => {
                let all = clauses.iter().all(|clause| clause.iter().any(|&lit| solver.value(lit)));
                assert!(all && assumed.iter().all(|&lit| solver.value(lit)));
            }
            Verdict::Unsat => {
                assert!(solver.core().iter().all(|lit| assumed.contains(lit)));
                assert!(!with(solver.core()));
            }
            Verdict::OutOfBudget => panic!("an unlimited budget should suffice"),
        }
    }

    #[test]
    fn a_small_budget_gives_up() {
        // Eight pigeons in seven holes: short to state, long to refute.
        let mut solver = Batsat::new();
        let at: Vec<Vec<Lit>> =
            (0..8).map(|_| (0..7).map(|_| solver.new_var()).collect()).collect();
        for holes in &at {
            solver.add_clause(holes);
        }
        for hole in 0..7 {
            for (first, one) in at.iter().enumerate() {
                for other in &at[..first] {
                    solver.add_clause(&[!one[hole], !other[hole]]);
                }
            }
        }
        assert_eq!(solver.solve(&[], 10), Verdict::OutOfBudget);
        assert_eq!(solver.solve(&[], u64::MAX), Verdict::Unsat);
    }
}
