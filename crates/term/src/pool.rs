//! The pool: storage of terms, sharing of equal ones, and questions about them.

use crate::{
    ConstId, Domain, MAX_WIDTH, Op, Rule, TableId, Term, Var, apply, forward, forward_facts, mask,
    table,
};
use entity::{Column, EntityRef, PrimaryMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Owns terms; equal terms are made once and never change.
#[derive(Clone, Debug)]
pub struct Pool {
    nodes: Vec<Node>,
    args: Vec<Term>,
    domains: Domains,
    consts: PrimaryMap<ConstId, u128>,
    vars: PrimaryMap<Var, VarInfo>,
    tables: PrimaryMap<TableId, Arc<Column>>,
    table: Table,
    fired: [u64; Rule::COUNT],
    scratch: Vec<Domain>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    width: u8,
    first_arg: u32,
    n_args: u32,
}

/// What a variable was declared as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarInfo {
    /// Its name, not necessarily unique.
    pub name: String,
    /// Its width.
    pub width: u32,
    /// The term that reads it.
    pub term: Term,
}

impl Pool {
    /// A pool without terms.
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            args: Vec::new(),
            domains: Domains::new(),
            consts: PrimaryMap::new(),
            vars: PrimaryMap::new(),
            tables: PrimaryMap::new(),
            table: Table::new(),
            fired: [0; Rule::COUNT],
            scratch: Vec::new(),
        }
    }

    /// How many terms there are; their ids are `0..len`, operands before the terms that use them.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there no term yet?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operator at the head of a term.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The operands of a term.
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &self.args[node.first_arg as usize..][..node.n_args as usize]
    }

    /// The width of a term in bits.
    pub fn width(&self, term: Term) -> u32 {
        u32::from(self.nodes[term.index()].width)
    }

    /// The value, if the term is a constant.
    pub fn as_const(&self, term: Term) -> Option<u128> {
        match self.op(term) {
            Op::Const(id) => Some(self.consts[id]),
            _ => None,
        }
    }

    /// The variable, if the term is one.
    pub fn as_var(&self, term: Term) -> Option<Var> {
        match self.op(term) {
            Op::Var(var) => Some(var),
            _ => None,
        }
    }

    /// What is known of a term's value whatever the assignment.
    pub fn domain(&self, term: Term) -> &Domain {
        self.domains.of(term)
    }

    /// What is known of a term's value where operands have these domains, not reduced.
    pub fn facts_from(&self, term: Term, operands: &[Domain]) -> Domain {
        let (op, arg_width) = (self.op(term), self.width(self.args(term)[0]));
        match op {
            Op::Table(table) => table::word_facts(&self.tables[table], arg_width, &operands[0]),
            _ => forward_facts(op, self.width(term), arg_width, operands),
        }
    }

    /// The declaration of a variable.
    pub fn var_info(&self, var: Var) -> &VarInfo {
        &self.vars[var]
    }

    /// The constant table of these words: the same one each time.
    pub fn table_of(&mut self, column: &Arc<Column>) -> TableId {
        let known = self.tables.iter().find(|(_, it)| Arc::ptr_eq(it, column)).map(|(id, _)| id);
        known.unwrap_or_else(|| self.tables.push(Arc::clone(column)))
    }

    /// The words of a constant table.
    pub fn column(&self, table: TableId) -> &Arc<Column> {
        &self.tables[table]
    }

    /// All variables, in the order of their making.
    pub fn vars(&self) -> impl ExactSizeIterator<Item = Var> + use<> {
        self.vars.keys()
    }

    /// How often each rewriting rule was used, in the order of [`Rule::ALL`].
    pub fn rules_fired(&self) -> &[u64; Rule::COUNT] {
        &self.fired
    }

    /// The constant of a width; the value is cut to it.
    pub fn constant(&mut self, width: u32, value: u128) -> Term {
        assert!((1..=MAX_WIDTH).contains(&width), "a width should be 1 to 128: {width}");
        let value = value & mask(width);
        // Constants are shared by value first, so that equal operators mean equal constants.
        let hash = hash_const(width, value);
        let Self { nodes, consts, table, .. } = self;
        let same = |term: Term| {
            let node = &nodes[term.index()];
            u32::from(node.width) == width
                && matches!(node.op, Op::Const(id) if consts[id] == value)
        };
        if let Some(term) = table.find(hash, same) {
            return term;
        }
        let id = self.consts.push(value);
        self.add_node(Op::Const(id), width, &[], hash, Domain::singleton(width, value))
    }

    /// A fresh variable: a new one at each call, even under a name already used.
    pub fn var(&mut self, name: &str, width: u32) -> Term {
        assert!((1..=MAX_WIDTH).contains(&width), "a width should be 1 to 128: {width}");
        let term = Term::from_index(self.nodes.len());
        let var = self.vars.push(VarInfo { name: name.to_owned(), width, term });
        let hash = hash_node(Op::Var(var), width, &[]);
        self.add_node(Op::Var(var), width, &[], hash, Domain::full(width))
    }

    /// The term with this head, shared if it exists. No rewriting, except that a term whose
    /// domain is a single value is that constant, a computed NaN apart.
    pub(crate) fn intern(&mut self, op: Op, width: u32, args: &[Term]) -> Term {
        let hash = hash_node(op, width, args);
        let Self { nodes, args: arena, table, .. } = self;
        let same = |term: Term| {
            let node = &nodes[term.index()];
            node.op == op
                && u32::from(node.width) == width
                && &arena[node.first_arg as usize..][..node.n_args as usize] == args
        };
        if let Some(term) = table.find(hash, same) {
            return term;
        }
        if let Some(value) = self.fold_constants(op, width, args)
            && !is_nan(op, value)
        {
            self.fire(Rule::Constants);
            return self.constant(width, value);
        }
        let domain = self.domain_of(op, width, args);
        if let Some(value) = domain.as_singleton()
            && !is_nan(op, value)
            && !self.holds_nan(op, args)
        {
            self.fire(Rule::KnownValue);
            return self.constant(width, value);
        }
        self.add_node(op, width, args, hash, domain)
    }

    pub(crate) fn fire(&mut self, rule: Rule) {
        self.fired[rule as usize] += 1;
    }

    /// Does an operator that only chooses bits and puts them together hand on those of a known computed NaN?
    fn holds_nan(&self, op: Op, args: &[Term]) -> bool {
        let is_kept =
            |&arg: &Term| self.domain(arg).as_singleton().is_some() && self.as_const(arg).is_none();
        op.moves_bits() && args.iter().any(is_kept)
    }

    fn fold_constants(&self, op: Op, width: u32, args: &[Term]) -> Option<u128> {
        let mut values = [0; 3];
        if args.len() > values.len() {
            return None;
        }
        for (value, &arg) in values.iter_mut().zip(args) {
            *value = self.as_const(arg)?;
        }
        Some(match op {
            Op::Table(table) => self.tables[table].at(values[0]).into(),
            _ => apply(op, width, self.width(args[0]), &values[..args.len()]),
        })
    }

    fn domain_of(&mut self, op: Op, width: u32, args: &[Term]) -> Domain {
        if let Op::Table(table) = op {
            let index = self.domain(args[0]);
            let facts = table::word_facts(&self.tables[table], self.width(args[0]), index);
            return facts.reduced(width).expect("sound facts should not contradict each other");
        }
        self.scratch.clear();
        let Self { scratch, domains, .. } = self;
        scratch.extend(args.iter().map(|&arg| *domains.of(arg)));
        let domain = forward(op, width, self.width(args[0]), &self.scratch);
        match (op, args) {
            (Op::Float(float), [a, b]) if a == b && !float.op.is_comparison() => {
                let same = crate::float::direct_same(float, &self.scratch[0]);
                domain.meet(&same, width).unwrap_or(domain)
            }
            _ => domain,
        }
    }

    fn add_node(&mut self, op: Op, width: u32, args: &[Term], hash: u64, domain: Domain) -> Term {
        let term = Term::from_index(self.nodes.len());
        let first_arg = u32::try_from(self.args.len()).expect("fewer than 2^32 operands");
        self.args.extend_from_slice(args);
        let n_args = args.len() as u32;
        self.nodes.push(Node { op, width: width as u8, first_arg, n_args });
        self.domains.push(width, domain);
        self.table.insert(hash, term);
        term
    }
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

/// Is it no number, and computed? Its sign and payload are free, so that it must not become a constant, which would not tell.
fn is_nan(op: Op, value: u128) -> bool {
    matches!(op, Op::Float(float) if float.result().is_some_and(|format| format.is_nan(value)))
}

/// What is known of each term. Of most terms that is nothing but their width, and a domain is larger than all the rest of a term:
/// those that know nothing share it.
#[derive(Clone, Debug)]
struct Domains {
    of: Vec<u32>,
    distinct: Vec<Domain>,
    /// The domain of all values of a width, by the width, or `NONE`.
    full: [u32; MAX_WIDTH as usize + 1],
}

const NONE: u32 = u32::MAX;

impl Domains {
    fn new() -> Self {
        Self { of: Vec::new(), distinct: Vec::new(), full: [NONE; MAX_WIDTH as usize + 1] }
    }

    fn of(&self, term: Term) -> &Domain {
        &self.distinct[self.of[term.index()] as usize]
    }

    /// Adds that of the next term.
    fn push(&mut self, width: u32, domain: Domain) {
        let next = self.distinct.len() as u32;
        let is_full = domain == Domain::full(width);
        let shared = if is_full { self.full[width as usize] } else { NONE };
        if shared != NONE {
            return self.of.push(shared);
        }
        if is_full {
            self.full[width as usize] = next;
        }
        self.distinct.push(domain);
        self.of.push(next);
    }
}

/// Open addressing from hashes to terms; entries are never removed.
#[derive(Clone, Debug)]
struct Table {
    /// The low half of the hash and the term's index plus one; zero is a free slot.
    slots: Vec<(u32, u32)>,
    used: usize,
}

impl Table {
    fn new() -> Self {
        Self { slots: vec![(0, 0); 64], used: 0 }
    }

    fn find(&self, hash: u64, same: impl Fn(Term) -> bool) -> Option<Term> {
        let hash = hash as u32;
        let last = self.slots.len() - 1;
        let mut at = hash as usize & last;
        loop {
            let (stored, entry) = self.slots[at];
            if entry == 0 {
                return None;
            }
            let term = Term::from_index(entry as usize - 1);
            if stored == hash && same(term) {
                return Some(term);
            }
            at = (at + 1) & last;
        }
    }

    fn insert(&mut self, hash: u64, term: Term) {
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow();
        }
        self.used += 1;
        let entry = u32::try_from(term.index() + 1).expect("fewer than 2^32 terms");
        self.place(hash as u32, entry);
    }

    fn place(&mut self, hash: u32, entry: u32) {
        let last = self.slots.len() - 1;
        let mut at = hash as usize & last;
        while self.slots[at].1 != 0 {
            at = (at + 1) & last;
        }
        self.slots[at] = (hash, entry);
    }

    fn grow(&mut self) {
        let doubled = vec![(0, 0); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, doubled);
        for (hash, entry) in old.into_iter().filter(|slot| slot.1 != 0) {
            self.place(hash, entry);
        }
    }
}

fn hash_const(width: u32, value: u128) -> u64 {
    mix(mix(mix(1, u64::from(width)), value as u64), (value >> 64) as u64)
}

fn hash_node(op: Op, width: u32, args: &[Term]) -> u64 {
    let mut head = Mixer(2);
    op.hash(&mut head);
    args.iter().fold(mix(head.0, u64::from(width)), |sum, arg| mix(sum, arg.index() as u64))
}

/// A hasher without a random seed, so that tables are laid out alike in every run.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0, u64::from(byte));
        }
    }
    fn write_isize(&mut self, word: isize) {
        self.0 = mix(self.0, word as u64);
    }
    fn write_u32(&mut self, word: u32) {
        self.0 = mix(self.0, u64::from(word));
    }
}

/// One step of a multiplicative hash, after Knuth's golden-ratio constant.
fn mix(state: u64, word: u64) -> u64 {
    let product = (state ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ (product >> 29)
}
