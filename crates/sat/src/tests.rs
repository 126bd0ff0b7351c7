//! Every implementation of the trait against enumeration.

use crate::{Lit, Patience, SatSolver, Verdict};
use std::cell::Cell;

fn for_ever() -> Patience<'static> {
    Patience::new(&|| false, 1_000)
}

/// A generator of pseudo-random numbers good enough for small formulas.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
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

fn random_formulas_under_assumptions<'s, S: SatSolver>(new: fn(&Patience<'s>) -> S) {
    const N: u32 = 8;
    let mut dice = Dice(7);
    for _ in 0..300 {
        let mut solver = new(&for_ever());
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
            let assumed: Vec<Lit> = (0..dice.below(4)).map(|_| dice.lit(u64::from(N))).collect();
            check(&mut solver, &clauses, &assumed, N);
        }
    }
}

#[track_caller]
fn check(solver: &mut impl SatSolver, clauses: &[Vec<Lit>], assumed: &[Lit], n_vars: u32) {
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

fn a_small_budget_gives_up<'s, S: SatSolver>(new: fn(&Patience<'s>) -> S) {
    let mut solver = pigeons(new(&for_ever()));
    assert_eq!(solver.solve(&[], 10), Verdict::OutOfBudget);
    assert_eq!(solver.solve(&[], u64::MAX), Verdict::Unsat);
}

/// Nobody waits any longer after three looks: that ends the search whatever its budget.
fn gives_up_when_nobody_waits<'s, S: SatSolver>(
    new: fn(&Patience<'s>) -> S,
    patience: &Patience<'s>,
) {
    let mut solver = pigeons(new(patience));
    assert_eq!(solver.solve(&[], u64::MAX), Verdict::OutOfBudget);
    assert_eq!(solver.solve(&[], u64::MAX), Verdict::OutOfBudget, "and so it stays");
}

/// Eight pigeons in seven holes: short to state, long to refute.
fn pigeons<S: SatSolver>(mut solver: S) -> S {
    let at: Vec<Vec<Lit>> = (0..8).map(|_| (0..7).map(|_| solver.new_var()).collect()).collect();
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
    solver
}

#[test]
fn batsat() {
    random_formulas_under_assumptions(crate::Batsat::new);
    a_small_budget_gives_up(crate::Batsat::new);
    let looks = Cell::new(0);
    let is_over = || looks.replace(looks.get() + 1) > 2;
    gives_up_when_nobody_waits(crate::Batsat::new, &Patience::new(&is_over, 1));
}

#[cfg(feature = "cadical")]
#[test]
fn cadical() {
    random_formulas_under_assumptions(crate::Cadical::new);
    a_small_budget_gives_up(crate::Cadical::new);
    let looks = Cell::new(0);
    let is_over = || looks.replace(looks.get() + 1) > 2;
    gives_up_when_nobody_waits(crate::Cadical::new, &Patience::new(&is_over, 1));
}
