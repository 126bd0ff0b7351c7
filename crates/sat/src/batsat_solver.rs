//! The trait on batsat, a minisat in Rust.

use crate::{Lit, Patience, SatSolver, Verdict};
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

/// An incremental instance of batsat.
pub struct Batsat<'s> {
    solver: batsat::Solver<Budget<'s>>,
    clause: Vec<batsat::Lit>,
    assumptions: Vec<batsat::Lit>,
    core: Vec<Lit>,
}

/// Decisions between two looks at the clock of whoever waits.
const LOOK_EVERY: u32 = 200;

/// Counts the clauses learnt, one per conflict, and stops the solver at a limit or when nobody waits any longer.
struct Budget<'s> {
    spent: u64,
    limit: u64,
    patience: Patience<'s>,
}

impl Callbacks for Budget<'_> {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.spent += 1;
        }
    }

    fn stop(&self) -> bool {
        self.spent >= self.limit || self.patience.is_over()
    }
}

impl<'s> Batsat<'s> {
    /// A solver without clauses, for somebody who waits so long.
    pub fn new(patience: &Patience<'s>) -> Self {
        let budget = Budget { spent: 0, limit: 0, patience: patience.asking(LOOK_EVERY) };
        Self {
            solver: batsat::Solver::new(options(), budget),
            clause: Vec::new(),
            assumptions: Vec::new(),
            core: Vec::new(),
        }
    }
}

/// Learnt clauses that are kept in any case. Every call starts anew with a third of the clauses added,
/// which is far too few where a long question is asked in parts: the popcount of 64 bits, computed in two
/// ways, is proved equal in 5 seconds with this and in 80 without.
const KEPT_LEARNTS: i32 = 20_000;

/// Restarts at growing distances instead of Luby's: refutations of circuits, which are most of what
/// is asked, take a third of the time.
fn options() -> SolverOpts {
    SolverOpts { luby_restart: false, min_learnts_lim: KEPT_LEARNTS, ..SolverOpts::default() }
}

fn theirs(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var()), !lit.is_negative())
}

fn ours(lit: batsat::Lit) -> Lit {
    let positive = Lit::positive(lit.var().idx());
    if lit.sign() { positive } else { !positive }
}

impl SatSolver for Batsat<'_> {
    fn new_var(&mut self) -> Lit {
        Lit::positive(self.solver.new_var_default().idx())
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
}
