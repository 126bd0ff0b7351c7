//! Small input spaces: every input that the contract admits, one after the other.
//!
//! Running them all is the plainest proof there is (and for eight elements of a permutation also the fastest way, which the
//! papers on late aliases did not try). The space is enumerated by backtracking over the words of input: a clause prunes as
//! soon as all the words in it have values.
//!
//! Knows nothing of paths, objectives or what a run shows. Where inputs are made during the run (stubs), where pointers may
//! lead to different places, or where a length is ours to choose, there is no such space.

use crate::entry::Entry;
use crate::facts::{Known, Words};
use crate::limits;
use crate::witness::Witness;
use entity::EntitySet;
use exec::{LeafValue, Machine, Pause, Policy};
use ir::input::Input;
use ir::logic::Contract;
use ir::{CastOp, Func, Inst, Program, Shape, ShapeId};
use solver::Solver;
use term::{Domain, Op, Pool, Term, Var};
use world::{World, mentioned};

/// All admissible inputs of a function.
pub(crate) struct Space<'p> {
    program: &'p Program,
    machine: Machine<'p, Words<'p>>,
    pool: Pool,
    witness: Witness,
    vars: Vec<Var>,
    /// The values of all words of one input after those of another.
    values: Vec<u128>,
    /// Clauses that no constraint expresses, so that each input has to be asked about, with the reason.
    pub left_out: Vec<(String, String)>,
}

impl<'p> Space<'p> {
    /// The admissible inputs of the function under test, if there are at most so many and they can be told.
    pub(crate) fn new(world: &'p World<'p>, most: u64) -> Option<Self> {
        let (program, func) = (world.program, world.func);
        if most == 0 || !is_closed(program, func) {
            return None;
        }
        let mut words = Words { pool: Pool::new(), known: Known::by(Solver::new()) };
        let mut machine = Machine::new(world, Policy::INITIAL, &mut words);
        let mut entry = Posted::default();
        entry.post_contract(&mut machine, &mut words, program.funcs[func].contract.as_ref())?;
        if !machine.materialise_inputs(&mut words, limits::SPACE_BYTES) {
            return None;
        }
        entry.post_pending(&mut machine, &mut words)?;
        let slots = entry.slots(&machine, &mut words)?;
        let n_words = slots.len().max(1);
        let mut search = Search::new(&words.pool, slots, &entry.constraints, most)?;
        search.descend()?;
        let (vars, values) = (search.vars, search.found);
        debug_assert_eq!(values.len() % n_words, 0, "inputs should be whole");
        let (pool, left_out) = (words.pool, entry.left_out);
        Some(Self { program, machine, pool, witness: Witness::new(), vars, values, left_out })
    }

    /// How many inputs there are.
    pub(crate) fn len(&self) -> usize {
        if self.vars.is_empty() { 1 } else { self.values.len() / self.vars.len() }
    }

    /// Is there no admissible input?
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The n-th input.
    pub(crate) fn input(&mut self, index: usize) -> Input {
        let start = index * self.vars.len();
        for (&var, &value) in self.vars.iter().zip(&self.values[start..]) {
            self.witness.set(var, value);
        }
        let input = self.witness.input(self.program, &self.machine, &self.pool, None);
        input.expect("an input of a small space is small and made of words")
    }
}

/// Does everything that a run can see stand in the input? Calls of functions without a body and unions do not.
fn is_closed(program: &Program, func: Func) -> bool {
    let mut seen: EntitySet<Func> = EntitySet::new();
    let mut stack = vec![func];
    while let Some(next) = stack.pop() {
        if exec::is_modelled(program, next) {
            continue;
        }
        let Some(body) = &program.funcs[next].body else { return false };
        // Addresses are the allocator's and the linker's to choose, not ours.
        if body.insts.values().any(|inst| matches!(inst, Inst::Cast(CastOp::PtrToInt, ..))) {
            return false;
        }
        if seen.insert(next) {
            stack.extend(body.insts.values().filter_map(mentioned));
        }
    }
    let params = program.funcs[func].params.iter().map(|param| match program.shapes[param.shape] {
        Shape::Pointer { to: Some(to), .. } => to,
        _ => param.shape,
    });
    let globals = world::input_globals(program);
    let globals = globals.into_iter().filter_map(|global| program.globals[global].shape);
    params.chain(globals).all(|shape| !has_union(program, shape))
}

fn has_union(program: &Program, shape: ShapeId) -> bool {
    let mut stack = vec![shape];
    while let Some(shape) = stack.pop() {
        match &program.shapes[shape] {
            Shape::Record { union: true, .. } => return true,
            Shape::Record { fields, .. } => stack.extend(fields.iter().map(|field| field.shape)),
            Shape::Array { elem, .. } => stack.push(*elem),
            _ => {}
        }
    }
    false
}

/// What holds on entry, all of it posted.
#[derive(Default)]
struct Posted {
    constraints: Vec<Term>,
    left_out: Vec<(String, String)>,
}

/// A word of input, the values it may have, and when it is there at all.
struct Slot {
    var: Var,
    values: Vec<u128>,
    exists: Option<Term>,
}

impl Posted {
    fn post_contract<'p>(
        &mut self,
        machine: &mut Machine<'p, Words<'p>>,
        words: &mut Words<'p>,
        contract: Option<&'p Contract>,
    ) -> Option<()> {
        let Some(contract) = contract else { return self.post_pending(machine, words) };
        machine.fix_lengths(words, contract);
        self.post_pending(machine, words)?;
        let rest = Entry::read(machine, words, contract, &mut |words, _, term| {
            self.post(words, term);
        });
        self.post_pending(machine, words)?;
        let is_plain = rest.is_plain();
        self.left_out = rest.left_out;
        is_plain.then_some(())
    }

    fn post_pending<'p>(
        &mut self,
        machine: &mut Machine<'p, Words<'p>>,
        words: &mut Words<'p>,
    ) -> Option<()> {
        while machine.has_pending() {
            let Pause::Assume(term) = machine.run(words) else { return None };
            self.post(words, term);
        }
        Some(())
    }

    fn post(&mut self, words: &mut Words<'_>, term: Term) {
        words.known.solver.assert(&mut words.pool, term);
        self.constraints.extend(conjuncts(&words.pool, term));
    }

    /// The words to be given values: those that others depend on first.
    fn slots<'p>(
        &self,
        machine: &Machine<'p, Words<'p>>,
        words: &mut Words<'p>,
    ) -> Option<Vec<Slot>> {
        let leaves = machine.leaves().to_vec();
        let (cells, others): (Vec<_>, Vec<_>) =
            leaves.into_iter().partition(|leaf| matches!(leaf.value, LeafValue::Cell(..)));
        let mut slots = Vec::new();
        for leaf in others.into_iter().chain(cells) {
            let domain = words.known.solver.bounds(&words.pool, leaf.word);
            let exists = match leaf.value {
                LeafValue::Param(_) => None,
                LeafValue::Pointer(exec::Site::Param(_), _) if domain.hi == 0 => None,
                LeafValue::Pointer(..)
                | LeafValue::Element(..)
                | LeafValue::Length(_)
                | LeafValue::Somewhere(_)
                | LeafValue::Stub(_)
                | LeafValue::Fails(_) => return None,
                LeafValue::Cell(object, offset) => {
                    let end = words.pool.constant(64, u128::from(offset));
                    let size = machine.object(object).2;
                    let there = words.pool.ult(end, size);
                    (words.pool.as_const(there) != Some(1)).then_some(there)
                }
            };
            let var = words.pool.as_var(leaf.word).expect("a word of input should be a variable");
            slots.push(Slot { var, values: self.values_of(words, leaf.word, domain)?, exists });
        }
        Some(slots)
    }

    /// The values of a word, small ones first; none if there are too many.
    fn values_of(&self, words: &mut Words<'_>, word: Term, domain: Domain) -> Option<Vec<u128>> {
        let width = words.pool.width(word);
        if let Some(values) = all_values(&domain, width) {
            return Some(values);
        }
        let var = words.pool.as_var(word).expect("a word of input should be a variable");
        // `x == 0 || x == 9` has no useful bounds as a whole, but each of its cases has.
        let cases = self.constraints.iter().find(|&&term| {
            let is_choice = words.pool.op(term) == Op::Any;
            is_choice && variables(&words.pool, term).iter().all(|other| other == var)
        })?;
        let mut values = Vec::new();
        for case in words.pool.args(*cases).to_vec() {
            let solver = &mut words.known.solver;
            solver.push();
            solver.assert(&mut words.pool, case);
            let domain = solver.bounds(&words.pool, word);
            let refuted = solver.is_refuted();
            solver.pop();
            if !refuted {
                values.extend(all_values(&domain, width)?);
            }
        }
        sort_small_first(&mut values, width);
        values.dedup();
        Some(values)
    }
}

fn conjuncts(pool: &Pool, term: Term) -> Vec<Term> {
    let (mut found, mut stack) = (Vec::new(), vec![term]);
    while let Some(term) = stack.pop() {
        if pool.op(term) == Op::All {
            stack.extend(pool.args(term));
        } else {
            found.push(term);
        }
    }
    found
}

/// Backtracking over the words in order.
struct Search<'a> {
    pool: &'a Pool,
    vars: Vec<Var>,
    exists: Vec<Option<Term>>,
    /// The values that a word may have by itself.
    values: Vec<Vec<u128>>,
    /// The constraints that can be told once the word has its value.
    checks: Vec<Vec<Term>>,
    witness: Witness,
    found: Vec<u128>,
    most: u64,
    tries: u64,
}

impl<'a> Search<'a> {
    /// None if a constraint without words fails: then there is nothing to look for.
    fn new(pool: &'a Pool, slots: Vec<Slot>, constraints: &[Term], most: u64) -> Option<Self> {
        let vars: Vec<Var> = slots.iter().map(|slot| slot.var).collect();
        let mut checks = vec![Vec::new(); slots.len()];
        let mut alone = vec![Vec::new(); slots.len()];
        let mut witness = Witness::new();
        for &term in constraints {
            match &places(pool, term, &vars)[..] {
                [] if witness.holds(pool, term) => {}
                [] => return None,
                [place] => alone[*place].push(term),
                [.., last] => checks[*last].push(term),
            }
        }
        let mut values = Vec::new();
        for (slot, alone) in slots.iter().zip(&alone) {
            let mut possible = slot.values.clone();
            possible.retain(|&value| {
                witness.set(slot.var, value);
                alone.iter().all(|&term| witness.holds(pool, term))
            });
            values.push(possible);
        }
        let exists = slots.into_iter().map(|slot| slot.exists).collect();
        Some(Self {
            pool,
            vars,
            exists,
            values,
            checks,
            witness,
            found: Vec::new(),
            most,
            tries: 0,
        })
    }

    /// Finds all inputs; none if they are too many.
    fn descend(&mut self) -> Option<()> {
        if self.vars.is_empty() {
            return Some(());
        }
        // For each word given a value, the number of the next value to try.
        let mut next = vec![0];
        while let Some(at) = next.len().checked_sub(1) {
            let number = next[at];
            next[at] += 1;
            if !self.assign(at, number)? {
                next.pop();
            } else if self.checks[at].iter().all(|&term| self.witness.holds(self.pool, term)) {
                if at + 1 == self.vars.len() {
                    self.keep()?;
                } else {
                    next.push(0);
                }
            }
        }
        Some(())
    }

    /// Gives the word its n-th value; false if there is none, nothing if there were too many tries.
    fn assign(&mut self, at: usize, number: usize) -> Option<bool> {
        self.tries += 1;
        if self.tries > self.most.saturating_mul(limits::SPACE_TRIES) {
            return None;
        }
        let there = self.exists[at].is_none_or(|exists| self.witness.holds(self.pool, exists));
        // What is not there has one value: it is never looked at.
        let value = if there { self.values[at].get(number) } else { [0].get(number) };
        if let Some(&value) = value {
            self.witness.set(self.vars[at], value);
        }
        Some(value.is_some())
    }

    fn keep(&mut self) -> Option<()> {
        self.found.extend(self.vars.iter().map(|&var| self.witness.get(var)));
        let n_found = self.found.len() / self.vars.len();
        (n_found as u64 <= self.most && self.found.len() <= limits::SPACE_WORDS).then_some(())
    }
}

/// Where the variables of a term stand among the words, in order.
fn places(pool: &Pool, term: Term, vars: &[Var]) -> Vec<usize> {
    let own = variables(pool, term);
    (0..vars.len()).filter(|&place| own.contains(vars[place])).collect()
}

fn variables(pool: &Pool, term: Term) -> EntitySet<Var> {
    let (mut found, mut seen) = (EntitySet::new(), EntitySet::new());
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            pool.as_var(term).into_iter().for_each(|var| {
                found.insert(var);
            });
            stack.extend(pool.args(term));
        }
    }
    found
}

/// The values in a domain, small ones first; none if there are too many.
fn all_values(domain: &Domain, width: u32) -> Option<Vec<u128>> {
    let Domain { lo, hi, slo, shi, .. } = *domain;
    let mask = term::mask(width);
    let mut values: Vec<u128> = if hi - lo <= slo.abs_diff(shi) {
        (hi - lo < limits::SPACE_VALUES).then(|| (lo..=hi).collect())?
    } else {
        (slo.abs_diff(shi) < limits::SPACE_VALUES)
            .then(|| (slo..=shi).map(|value| value as u128 & mask).collect())?
    };
    sort_small_first(&mut values, width);
    Some(values)
}

fn sort_small_first(values: &mut [u128], width: u32) {
    let mask = term::mask(width);
    let sign = mask ^ (mask >> 1);
    values.sort_by_key(|&value| if value & sign == 0 { (value, 0) } else { (mask - value + 1, 1) });
}
