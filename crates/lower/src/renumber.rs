//! The last step of a body: only what is in the tree stays, numbered as a reader meets it.
//!
//! Lowering leaves empty regions and unused labels behind, and meets some text out of order (the step of a `for` after its
//! body). Here instructions, regions, labels and loops are numbered in the order of the listing, conditions, decisions and
//! switches in the order of the source.

use entity::{EntityRef, PrimaryMap, SecondaryMap};
use ir::{Body, BoolTree, Callee, Cond, Decision, Inst, Label, LoopId, Region, SwitchId, Value};
use source::Span;
use std::cmp::Reverse;

pub(crate) fn in_source_order(old: &Body) -> Body {
    let mut this = Renumber {
        old,
        new: Body { regions: PrimaryMap::new(), ..Body::new() },
        values: SecondaryMap::with_default(Value::from_index(0)),
        regions: SecondaryMap::with_default(Region::from_index(0)),
        labels: SecondaryMap::with_default(Label::from_index(0)),
        loops: SecondaryMap::with_default(LoopId::from_index(0)),
        conds: by_span(&old.conds, |data| data.span),
        decisions: by_span(&old.decisions, |data| data.span),
        switches: by_span(&old.switches, |data| data.span),
    };
    this.new.params.clone_from(&old.params);
    this.new.locals.clone_from(&old.locals);
    this.tables();
    this.tree();
    this.new
}

struct Renumber<'a> {
    old: &'a Body,
    new: Body,
    values: SecondaryMap<Value, Value>,
    regions: SecondaryMap<Region, Region>,
    labels: SecondaryMap<Label, Label>,
    loops: SecondaryMap<LoopId, LoopId>,
    conds: SecondaryMap<Cond, Cond>,
    decisions: SecondaryMap<Decision, Decision>,
    switches: SecondaryMap<SwitchId, SwitchId>,
}

/// Each id's number when its table is sorted by place in the source, what encloses before what is enclosed.
fn by_span<K: EntityRef, V>(
    table: &PrimaryMap<K, V>,
    span: impl Fn(&V) -> Span,
) -> SecondaryMap<K, K> {
    let mut order: Vec<K> = table.keys().collect();
    order.sort_by_key(|&id| (span(&table[id]).lo, Reverse(span(&table[id]).hi)));
    let mut numbers = SecondaryMap::with_default(K::from_index(0));
    for (index, id) in order.into_iter().enumerate() {
        numbers[id] = K::from_index(index);
    }
    numbers
}

fn sorted<K: EntityRef, V: Clone>(
    table: &PrimaryMap<K, V>,
    numbers: &SecondaryMap<K, K>,
) -> PrimaryMap<K, V> {
    let mut items: Vec<(K, &V)> = table.iter().map(|(id, data)| (numbers[id], data)).collect();
    items.sort_by_key(|(number, _)| *number);
    items.into_iter().map(|(_, data)| data.clone()).collect()
}

impl Renumber<'_> {
    fn tables(&mut self) {
        self.new.switches = sorted(&self.old.switches, &self.switches);
        self.new.views.clone_from(&self.old.views);
        self.new.code_views.clone_from(&self.old.code_views);
        self.new.conds = sorted(&self.old.conds, &self.conds);
        for cond in self.new.conds.values_mut() {
            cond.decision = self.decisions[cond.decision];
        }
        self.new.decisions = sorted(&self.old.decisions, &self.decisions);
        for decision in self.new.decisions.values_mut() {
            let mut work = vec![&mut decision.tree];
            while let Some(tree) = work.pop() {
                match tree {
                    BoolTree::Cond(cond) => *cond = self.conds[*cond],
                    BoolTree::Const(_) => {}
                    BoolTree::Not(inner) => work.push(inner),
                    BoolTree::And(trees) | BoolTree::Or(trees) => work.extend(trees),
                }
            }
        }
    }

    /// Walks the regions; an instruction gets its number where its text ends, after the regions in it.
    fn tree(&mut self) {
        self.new.root = self.open(self.old.root);
        let mut stack = vec![(self.old.root, 0)];
        while let Some((region, index)) = stack.last_mut() {
            let (region, at) = (*region, *index);
            let Some(&value) = self.old.regions[region].get(at) else {
                stack.pop();
                if let Some((outer, index)) = stack.last_mut() {
                    // Back at the instruction that owns the region: its next region, or its end.
                    let owner = self.old.regions[*outer][*index];
                    let following = next_region(&self.old.insts[owner], region);
                    if following.is_none() {
                        *index += 1;
                        let outer = *outer;
                        self.close(outer, owner);
                    }
                    if let Some(next) = following {
                        self.open(next);
                        stack.push((next, 0));
                    }
                }
                continue;
            };
            if let Some(inner) = first_region(&self.old.insts[value]) {
                self.name(&self.old.insts[value]);
                self.open(inner);
                stack.push((inner, 0));
            } else {
                *index += 1;
                self.close(region, value);
            }
        }
    }

    fn open(&mut self, region: Region) -> Region {
        let new = self.new.regions.push(Vec::new());
        self.regions[region] = new;
        new
    }

    /// Numbers the label or loop that an instruction introduces.
    fn name(&mut self, inst: &Inst) {
        match inst {
            Inst::Block { label, .. } => {
                self.labels[*label] = self.new.labels.push(self.old.labels[*label]);
            }
            Inst::Loop { id, .. } => {
                self.loops[*id] = self.new.loops.push(self.old.loops[*id].clone());
            }
            _ => {}
        }
    }

    fn close(&mut self, region: Region, value: Value) {
        let inst = self.renamed(&self.old.insts[value]);
        let (ty, span) = (self.old.types[value], self.old.spans[value]);
        self.values[value] = self.new.append(self.regions[region], inst, ty, span);
    }

    fn renamed(&self, inst: &Inst) -> Inst {
        let mut inst = inst.clone();
        for operand in operands(&mut inst) {
            *operand = self.values[*operand];
        }
        match &mut inst {
            Inst::If { event, then, els, .. } => {
                *event = event.map(|cond| self.conds[cond]);
                (*then, *els) = (self.regions[*then], self.regions[*els]);
            }
            Inst::Loop { id, body } => {
                (*id, *body) = (self.loops[*id], self.regions[*body]);
            }
            Inst::Block { label, body } => {
                (*label, *body) = (self.labels[*label], self.regions[*body]);
            }
            Inst::Leave(label) => *label = self.labels[*label],
            Inst::Next(id) | Inst::Turn(id) => *id = self.loops[*id],
            Inst::Switch { event, targets, .. } => {
                *event = event.map(|switch| self.switches[switch]);
                for target in targets {
                    *target = self.labels[*target];
                }
            }
            _ => {}
        }
        inst
    }
}

fn first_region(inst: &Inst) -> Option<Region> {
    match inst {
        Inst::If { then, .. } => Some(*then),
        Inst::Loop { body, .. } | Inst::Block { body, .. } => Some(*body),
        _ => None,
    }
}

/// The region of an instruction that comes after this one.
fn next_region(inst: &Inst, region: Region) -> Option<Region> {
    match inst {
        Inst::If { then, els, .. } if *then == region => Some(*els),
        _ => None,
    }
}

/// The values that an instruction reads.
fn operands(inst: &mut Inst) -> Vec<&mut Value> {
    match inst {
        Inst::Int(..) | Inst::Float(..) | Inst::Null | Inst::Get(_) => vec![],
        Inst::Variadic => vec![],
        Inst::AddrLocal(_) | Inst::AddrGlobal(_) | Inst::AddrFunc(_) => vec![],
        Inst::Unary(_, a) | Inst::Cast(_, _, a) => vec![a],
        Inst::Binary(_, a, b) | Inst::PtrDiff { a, b, .. } => vec![a, b],
        Inst::PtrAdd { base, index, .. } => vec![base, index],
        Inst::PtrField { base, .. } => vec![base],
        Inst::Load { addr, .. } | Inst::LoadBits { addr, .. } => vec![addr],
        Inst::Call { callee, args } => {
            let pointer = match callee {
                Callee::Direct(_) => None,
                Callee::Indirect(pointer, _) => Some(pointer),
            };
            pointer.into_iter().chain(args).collect()
        }
        Inst::Set(_, value) | Inst::LiveSized(_, value) => vec![value],
        Inst::Live(_) | Inst::Dead(_) | Inst::Trap(_) | Inst::Unsupported(_) => vec![],
        Inst::Store { addr, value, .. } | Inst::StoreBits { addr, value, .. } => vec![addr, value],
        Inst::Copy { dst, src, .. } => vec![dst, src],
        Inst::Zero { dst, .. } => vec![dst],
        Inst::TrapIf(_, a) | Inst::Aligned { addr: a, .. } => vec![a],
        Inst::If { cond, .. } => vec![cond],
        Inst::Switch { value, .. } => vec![value],
        Inst::Return(value) => value.iter_mut().collect(),
        Inst::Loop { .. } | Inst::Turn(_) | Inst::Block { .. } => vec![],
        Inst::Leave(_) | Inst::Next(_) => vec![],
    }
}
