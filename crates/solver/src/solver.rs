//! The solver: a stack of constraints, and the order in which engines are asked.

use crate::blast::{Blasted, Blaster};
use crate::fd::{Engine, Local, Statistics};
use crate::labels::LabelSet;
use crate::memory::Memory;
use crate::plain::{halve_floats, plain_floats, scatter_floats};
use crate::portfolio::{Portfolio, Stage};
use crate::probe::probe;
use crate::repair::{Growing, repair, variables};
use crate::search::{Found, Order, Walk, dive, search, search_with_restarts};
use crate::slice::slice;
use crate::{Answer, Label, Limits, Method, Model, Why};
use entity::EntityRef;
use sat::Patience;
use term::{Domain, Pool, Term, Var};

/// Terms beyond which the last model is not mended.
const MOST_TERMS_TO_REPAIR: usize = 20_000;
/// Ticks of the first search: enough for a value each, and a few that fail.
const QUICK_TICKS: u64 = 300;
/// Evaluations of one local search at least and at most; each one in vain halves the next one's,
/// each model doubles it, so that a run of refutable questions costs little.
const LEAST_EVALUATIONS: u64 = 2_500;
const MOST_EVALUATIONS: u64 = 40_000;
/// Ticks of halving at least and at most, likewise: most is enough for a thousand intervals of one float, each with what follows.
const LEAST_HALVING: u64 = 5_000;
const MOST_HALVING: u64 = 150_000;
/// Ticks of scattering floats at least and at most, likewise.
const LEAST_SCATTERING: u64 = 2_000;
const MOST_SCATTERING: u64 = 40_000;
/// Conflicts of a second proof. One that takes more is given up: nothing waits for it, and it contradicts nothing.
const AUDIT_CONFLICTS: u64 = 20_000;

/// What the next local search, halving and scattering may spend.
#[derive(Clone, Copy)]
struct Allowances {
    evaluations: u64,
    halving_ticks: u64,
    scattering_ticks: u64,
}

impl Allowances {
    const MOST: Self = Self {
        evaluations: MOST_EVALUATIONS,
        halving_ticks: MOST_HALVING,
        scattering_ticks: MOST_SCATTERING,
    };
}

/// An incremental solver over the terms of one pool.
pub struct Solver<'s> {
    asserted: Vec<(Option<Label>, Term)>,
    /// The variables of each asserted term, as far as they were needed.
    scopes: Vec<Box<[Var]>>,
    levels: Vec<usize>,
    engine: Engine<'s>,
    blaster: Blaster<'s>,
    memory: Memory,
    growing: Growing,
    local: Local,
    allowances: Allowances,
    portfolio: Portfolio,
    patience: Patience<'s>,
    /// Why the current question is open as long as it is.
    open: Why,
    /// Who is asked about parts of the constraints; not by someone who is asked about a part.
    alone: Option<Box<Self>>,
    slices: bool,
}

impl Solver<'_> {
    /// A solver without constraints, for somebody who waits.
    pub fn new() -> Self {
        Self::until(&|| false)
    }
}

impl<'s> Solver<'s> {
    /// A solver without constraints, for somebody who waits until `is_over` says otherwise, and is asked often.
    /// From then on every question that is not answered yet has the answer [`Why::GivenUp`].
    pub fn until(is_over: &'s dyn Fn() -> bool) -> Self {
        Self::waited_for(Patience::new(is_over, 0))
    }

    fn waited_for(patience: Patience<'s>) -> Self {
        Self {
            asserted: Vec::new(),
            scopes: Vec::new(),
            levels: Vec::new(),
            engine: Engine::new(&patience),
            blaster: Blaster::new(&patience),
            memory: Memory::new(),
            growing: Growing::default(),
            local: Local::new(),
            allowances: Allowances::MOST,
            portfolio: Portfolio::default(),
            patience,
            open: Why::NotDecidedByPropagation,
            alone: None,
            slices: true,
        }
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(self.asserted.len());
        self.engine.push();
    }

    /// Takes back everything since the last `push`.
    ///
    /// # Panics
    /// If no level is open.
    pub fn pop(&mut self) {
        let n_asserted = self.levels.pop().expect("a pop should have its push");
        self.asserted.truncate(n_asserted);
        self.scopes.truncate(n_asserted);
        self.memory.truncate(n_asserted);
        self.engine.pop();
    }

    /// How many levels are open.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Requires a boolean term, unconditionally, until its level is popped.
    pub fn assert(&mut self, pool: &mut Pool, term: Term) {
        self.add(pool, None, term);
    }

    /// Requires a boolean term under a label that refutations may name.
    pub fn assume(&mut self, pool: &mut Pool, label: Label, term: Term) {
        self.add(pool, Some(label), term);
    }

    fn add(&mut self, pool: &mut Pool, label: Option<Label>, term: Term) {
        assert_eq!(pool.width(term), 1, "a constraint should be boolean: {term}");
        self.asserted.push((label, term));
        if self.patience.is_over() {
            // Nothing will be answered any more; to take in a large term would only keep them waiting.
            return self.engine.give_up();
        }
        self.engine.assert(pool, term, label);
    }

    /// What propagation knows of a term under the current constraints.
    pub fn bounds(&self, pool: &Pool, term: Term) -> Domain {
        self.engine.domain(pool, term)
    }

    /// The same, looking forward through parts of the term where no constraint mentions it.
    pub fn estimate(&self, pool: &Pool, term: Term) -> Domain {
        self.engine.estimate(pool, term)
    }

    /// The labels that a boolean's being false rests on, if a look forward shows that it is false.
    pub fn refutes(&mut self, pool: &Pool, term: Term) -> Option<Vec<Label>> {
        let blame = self.engine.refutes(pool, term)?;
        Some(self.engine.sets.labels(blame).to_vec())
    }

    /// Does nobody wait any longer?
    pub fn is_given_up(&self) -> bool {
        self.patience.is_over()
    }

    /// Has propagation already refuted the constraints?
    pub fn is_refuted(&self) -> bool {
        self.engine.failed().is_some()
    }

    /// What each kind of propagator did so far.
    pub fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    /// Do the constraints have a model? Prefers values near zero.
    pub fn check(&mut self, pool: &mut Pool, limits: &Limits) -> Answer {
        self.check_near(pool, limits, &|_| None)
    }

    /// The same, with values near the preferred ones.
    pub fn check_near(
        &mut self,
        pool: &mut Pool,
        limits: &Limits,
        prefer: &dyn Fn(Var) -> Option<u128>,
    ) -> Answer {
        self.open = Why::NotDecidedByPropagation;
        for stage in Stage::ALL {
            if !stage.is_allowed(limits) {
                continue;
            }
            if self.patience.is_over() {
                return Answer::Unknown(Why::GivenUp);
            }
            let before = self.engine.ticks();
            let answer = self.ask(stage, pool, limits, prefer);
            self.portfolio.count(stage, answer.is_some(), self.engine.ticks() - before);
            if let Some(answer) = answer {
                return answer;
            }
        }
        Answer::Unknown(if self.patience.is_over() { Why::GivenUp } else { self.open })
    }

    /// Asks one stage; `None` if it does not decide.
    fn ask(
        &mut self,
        stage: Stage,
        pool: &mut Pool,
        limits: &Limits,
        prefer: &dyn Fn(Var) -> Option<u128>,
    ) -> Option<Answer> {
        match stage {
            Stage::Propagation => {
                let blame = self.engine.failed()?;
                Some(self.refuted(pool, limits, blame, Method::Propagation))
            }
            Stage::Memory => {
                let model = self.memory.recall(pool, &self.asserted, self.engine.inputs())?;
                Some(Answer::Sat(model))
            }
            Stage::Slice => self.check_slice(pool, limits),
            Stage::Repair => self.check_by_repair(pool),
            Stage::PlainFloats => {
                let depth = plain_floats(&mut self.engine, prefer, limits.search_ticks)?;
                self.answer_of(pool, limits, Found::Model { depth })
            }
            Stage::QuickSearch => {
                let ticks = limits.search_ticks.min(QUICK_TICKS);
                self.check_by_search(pool, limits, prefer, ticks)
            }
            Stage::LocalSearch => self.check_by_moves(pool, prefer),
            Stage::Dive => {
                let found = dive(&mut self.engine);
                self.answer_of(pool, limits, found)
            }
            Stage::ProbeAndSearch => {
                self.engine.push();
                let answer = self.check_by_probing(pool, limits, prefer);
                self.engine.pop();
                answer
            }
            Stage::Halving => {
                let found = halve_floats(&mut self.engine, self.allowances.halving_ticks)?;
                self.allowances.halving_ticks = match found {
                    Found::OutOfTicks => LEAST_HALVING.max(self.allowances.halving_ticks / 2),
                    Found::Model { .. } | Found::Nothing(_) => {
                        MOST_HALVING.min(self.allowances.halving_ticks * 2)
                    }
                };
                self.answer_of(pool, limits, found)
            }
            Stage::Scattering => {
                let found = scatter_floats(&mut self.engine, self.allowances.scattering_ticks);
                self.allowances.scattering_ticks = match found {
                    Some(_) => MOST_SCATTERING.min(self.allowances.scattering_ticks * 2),
                    None => LEAST_SCATTERING.max(self.allowances.scattering_ticks / 2),
                };
                self.answer_of(pool, limits, Found::Model { depth: found? })
            }
            Stage::Sat => self.check_by_sat(pool, limits),
        }
    }

    /// What each stage was asked and answered so far.
    pub fn portfolio(&self) -> &Portfolio {
        &self.portfolio
    }

    /// Changes the last model a little, where it fails one constraint only.
    fn check_by_repair(&mut self, pool: &Pool) -> Option<Answer> {
        // Where constraints are large, a change of one variable is felt everywhere, and telling where costs more than it saves.
        if pool.len() > MOST_TERMS_TO_REPAIR {
            return None;
        }
        let (failing, values) = self.memory.nearly(&self.asserted)?;
        note_scopes(&mut self.scopes, pool, &self.asserted);
        let broken = &self.scopes[failing];
        self.growing.note(broken);
        let depth = repair(&mut self.engine, self.growing, broken, &self.scopes, values)?;
        let model = self.model_of_domains();
        for _ in 0..depth {
            self.engine.pop();
        }
        Some(self.checked(pool, model))
    }

    /// Asks only about the constraints that share variables, over any number of others, with one that the last model fails
    /// (constraint independence, as in Cadar and others' EXE): the others hold as they did.
    fn check_slice(&mut self, pool: &mut Pool, limits: &Limits) -> Option<Answer> {
        note_scopes(&mut self.scopes, pool, &self.asserted);
        let (failing, values) = self.memory.nearly(&self.asserted).filter(|_| self.slices)?;
        let part = slice(&self.scopes, failing)?;
        self.growing.note(&self.scopes[failing]);
        let old = |var: Var| values.get(var.index()).copied();
        let near = |var: Var| Some(self.growing.prefer(var, old(var).unwrap_or(0)));
        // One solver for all parts: what it takes to know the terms of a pool is there from the first on.
        let fresh =
            || Box::new(Self { slices: false, ..Self::waited_for(self.patience.asking(0)) });
        let mut alone = self.alone.take().unwrap_or_else(fresh);
        alone.allowances = self.allowances;
        alone.push();
        for &at in &part {
            let (label, term) = self.asserted[at];
            alone.add(pool, label, term);
        }
        let answer = alone.check_near(pool, limits, &near);
        alone.pop();
        self.allowances = alone.allowances;
        self.alone = Some(alone);
        match answer {
            Answer::Sat(model) => {
                let mut values: Vec<(Var, u128)> = self
                    .engine
                    .inputs()
                    .iter()
                    .map(|&(_, var)| (var, model.get(var).or_else(|| old(var)).unwrap_or(0)))
                    .collect();
                values.sort_unstable();
                Some(self.checked(pool, Model::new(values, model.by)))
            }
            answer => Some(answer),
        }
    }

    /// Probes at the current level, and searches with restarts.
    fn check_by_probing(
        &mut self,
        pool: &Pool,
        limits: &Limits,
        prefer: &dyn Fn(Var) -> Option<u128>,
    ) -> Option<Answer> {
        probe(&mut self.engine, limits.probe_ticks);
        if let Some(blame) = self.engine.failed() {
            return Some(self.refuted(pool, limits, blame, Method::Probing));
        }
        let found = search_with_restarts(&mut self.engine, prefer, limits.search_ticks);
        self.answer_of(pool, limits, found)
    }

    /// Changes the last model one variable at a time.
    fn check_by_moves(
        &mut self,
        pool: &Pool,
        prefer: &dyn Fn(Var) -> Option<u128>,
    ) -> Option<Answer> {
        let values = self.memory.nearly(&self.asserted).map_or(&[][..], |(_, values)| values);
        let start = |var: Var| {
            let known = values.get(var.index()).copied();
            known.or_else(|| prefer(var)).unwrap_or(0)
        };
        let asserted = self.asserted.iter().map(|&(_, term)| term);
        let found = self.local.search(&self.engine, asserted, &start, self.allowances.evaluations);
        self.allowances.evaluations = match found {
            Some(_) => MOST_EVALUATIONS.min(self.allowances.evaluations * 2),
            None => LEAST_EVALUATIONS.max(self.allowances.evaluations / 2),
        };
        let values = found?;
        Some(self.checked(pool, Model::new(values, Method::LocalSearch)))
    }

    /// `None` if the ticks did not suffice.
    fn check_by_search(
        &mut self,
        pool: &Pool,
        limits: &Limits,
        prefer: &dyn Fn(Var) -> Option<u128>,
        ticks: u64,
    ) -> Option<Answer> {
        let found = search(&mut self.engine, &Order::preferring(prefer), ticks);
        self.answer_of(pool, limits, found)
    }

    fn answer_of(&mut self, pool: &Pool, limits: &Limits, found: Found) -> Option<Answer> {
        match found {
            Found::Model { depth } => {
                let model = self.model_of_domains();
                for _ in 0..depth {
                    self.engine.pop();
                }
                Some(self.checked(pool, model))
            }
            Found::Nothing(blame) => Some(self.refuted(pool, limits, blame, Method::Search)),
            Found::OutOfTicks => None,
        }
    }

    /// Looks at both sides of each open condition and keeps what they share, at the current level.
    pub fn strengthen(&mut self, ticks: u64) {
        probe(&mut self.engine, ticks);
    }

    /// Gives every model to `found`, at most `at_most` of them; true if these are all.
    /// Uses the search over domains alone, and stops when its ticks are used up.
    pub fn all_models(
        &mut self,
        pool: &Pool,
        at_most: usize,
        ticks: u64,
        found: &mut dyn FnMut(&Model),
    ) -> bool {
        let mut walk = Walk::new(&self.engine, ticks);
        let order = Order::preferring(&|_| None);
        for n_found in 0.. {
            match walk.next_model(&mut self.engine, &order) {
                Found::Nothing(_) => break,
                Found::OutOfTicks => return false,
                Found::Model { depth } if n_found == at_most => {
                    for _ in 0..depth {
                        self.engine.pop();
                    }
                    return false;
                }
                Found::Model { .. } => {
                    let model = self.model_of_domains();
                    if let Answer::Sat(model) = self.checked(pool, model) {
                        found(&model);
                    }
                }
            }
            if !walk.leave_model(&mut self.engine) {
                break;
            }
        }
        true
    }

    /// A core from which no label can be left out, within limits and while somebody waits: each is tried in turn.
    pub fn minimize_core(
        &mut self,
        pool: &mut Pool,
        limits: &Limits,
        labels: &[Label],
    ) -> Vec<Label> {
        let mut core = labels.to_vec();
        let mut trial = Self::waited_for(self.patience.asking(0));
        for &(_, term) in self.asserted.iter().filter(|(own, _)| own.is_none()) {
            trial.assert(pool, term);
        }
        for &label in labels {
            if !core.contains(&label) {
                continue;
            }
            if self.patience.is_over() {
                break;
            }
            // One solver for all trials, so that clauses, models and what follows from the rest are found once.
            trial.push();
            for &(own, term) in &self.asserted {
                if let Some(own) = own.filter(|own| *own != label && core.contains(own)) {
                    trial.assume(pool, own, term);
                }
            }
            if let Answer::Unsat { labels, .. } = trial.check(pool, limits) {
                core = labels;
            }
            trial.pop();
        }
        core
    }

    fn check_by_sat(&mut self, pool: &Pool, limits: &Limits) -> Option<Answer> {
        let vars: Vec<Var> = self.engine.inputs().iter().map(|&(_, var)| var).collect();
        // SAT alone is asked to judge the domains: it must not be told what they think.
        let alone = limits.search_ticks == 0 && limits.probe_ticks == 0;
        let fixed = if alone { Vec::new() } else { self.engine.fixed_bits(pool) };
        match self.blaster.solve(pool, &self.asserted, &fixed, &vars, limits.sat_conflicts) {
            Blasted::Sat(values) => Some(self.checked(pool, Model::new(values, Method::Sat))),
            Blasted::Unsat(labels) => Some(Answer::Unsat { labels, by: Method::Sat }),
            Blasted::Open(why) => {
                self.open = why;
                None
            }
        }
    }

    fn model_of_domains(&self) -> Model {
        let inputs = self.engine.inputs().iter();
        let values = inputs.map(|&(slot, var)| (var, self.engine.slot_domain(slot).lo)).collect();
        Model::new(values, Method::Search)
    }

    /// A model leaves only if the checker agrees.
    fn checked(&mut self, pool: &Pool, model: Model) -> Answer {
        let holds = self.memory.admit(pool, &self.asserted, &self.scopes, &model);
        assert!(holds, "a model should satisfy its constraints: {model:?}");
        Answer::Sat(model)
    }

    /// A refutation by domains, proved again by SAT from its own labels where that is asked.
    fn refuted(&mut self, pool: &Pool, limits: &Limits, blame: LabelSet, by: Method) -> Answer {
        let labels = self.engine.sets.labels(blame).to_vec();
        if limits.audit {
            let named = |label: Option<Label>| label.is_none_or(|label| labels.contains(&label));
            let core: Vec<(Option<Label>, Term)> =
                self.asserted.iter().copied().filter(|&(label, _)| named(label)).collect();
            let again = self.blaster.solve(pool, &core, &[], &[], AUDIT_CONFLICTS);
            assert!(
                !matches!(again, Blasted::Sat(_)),
                "a refutation by {by:?} should be confirmed by SAT: {labels:?}"
            );
        }
        Answer::Unsat { labels, by }
    }
}

/// Notes the variables of the asserted terms of which they are not known.
fn note_scopes(scopes: &mut Vec<Box<[Var]>>, pool: &Pool, asserted: &[(Option<Label>, Term)]) {
    for &(_, term) in &asserted[scopes.len()..] {
        scopes.push(variables(pool, term));
    }
}

impl Default for Solver<'_> {
    fn default() -> Self {
        Self::new()
    }
}
