//! A body as flat code: the region tree with its jumps resolved, so that a program counter is one number.

use entity::SecondaryMap;
use ir::{Body, Inst, Label, LoopId, Region, Value};

/// An index into [`Code::ops`].
pub type Pc = u32;

/// One step of flat code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// An instruction without control flow of its own, or a call or return.
    Do(Value),
    /// Falls through if the condition of this `if` holds, else jumps.
    Branch(Value, Pc),
    /// Jumps.
    Goto(Pc),
    /// Jumps to one of these.
    Switch(Value, Vec<Pc>),
    /// A loop is entered from outside: its turns start anew.
    Enter(LoopId),
    /// The body ends without `return`.
    End,
}

/// The flat code of a body.
#[derive(Clone, Debug)]
pub struct Code {
    /// The steps.
    pub ops: Vec<Op>,
    /// Where each instruction starts; a loop at its head.
    pub places: SecondaryMap<Value, Pc>,
}

impl Code {
    /// Flattens a body.
    pub fn new(body: &Body) -> Self {
        let mut flattener = Flattener {
            body,
            ops: Vec::new(),
            heads: SecondaryMap::with_default(0),
            ends: SecondaryMap::with_default(0),
            patches: Vec::new(),
            places: SecondaryMap::with_default(0),
        };
        flattener.region(body.root);
        flattener.ops.push(Op::End);
        flattener.patch();
        Self { ops: flattener.ops, places: flattener.places }
    }
}

struct Flattener<'a> {
    body: &'a Body,
    ops: Vec<Op>,
    heads: SecondaryMap<LoopId, Pc>,
    ends: SecondaryMap<Label, Pc>,
    /// Jumps to the ends of labels not yet placed.
    patches: Vec<(usize, Vec<Label>)>,
    places: SecondaryMap<Value, Pc>,
}

impl Flattener<'_> {
    fn here(&self) -> Pc {
        self.ops.len() as Pc
    }

    fn region(&mut self, region: Region) {
        for &value in &self.body.regions[region] {
            self.inst(value);
        }
    }

    fn inst(&mut self, value: Value) {
        self.places[value] = self.here();
        match &self.body.insts[value] {
            Inst::If { then, els, .. } => self.branch(value, *then, *els),
            Inst::Loop { id, body } => {
                self.ops.push(Op::Enter(*id));
                self.heads[*id] = self.here();
                self.places[value] = self.here();
                self.region(*body);
                self.ops.push(Op::Goto(self.heads[*id]));
            }
            Inst::Block { label, body } => {
                self.region(*body);
                self.ends[*label] = self.here();
            }
            Inst::Leave(label) => {
                self.patches.push((self.ops.len(), vec![*label]));
                self.ops.push(Op::Goto(0));
            }
            Inst::Next(id) => self.ops.push(Op::Goto(self.heads[*id])),
            Inst::Switch { targets, .. } => {
                self.patches.push((self.ops.len(), targets.clone()));
                self.ops.push(Op::Switch(value, Vec::new()));
            }
            _ => self.ops.push(Op::Do(value)),
        }
    }

    fn branch(&mut self, value: Value, then: Region, els: Region) {
        let branch = self.ops.len();
        self.ops.push(Op::Branch(value, 0));
        self.region(then);
        let skip = (!self.body.regions[els].is_empty()).then(|| {
            self.ops.push(Op::Goto(0));
            self.ops.len() - 1
        });
        self.ops[branch] = Op::Branch(value, self.here());
        self.region(els);
        if let Some(skip) = skip {
            self.ops[skip] = Op::Goto(self.here());
        }
    }

    fn patch(&mut self) {
        for (at, labels) in std::mem::take(&mut self.patches) {
            match &mut self.ops[at] {
                Op::Goto(target) => *target = self.ends[labels[0]],
                Op::Switch(_, targets) => {
                    *targets = labels.iter().map(|&label| self.ends[label]).collect();
                }
                Op::Do(_) | Op::Branch(..) | Op::Enter(_) | Op::End => {
                    unreachable!("only jumps should be patched")
                }
            }
        }
    }
}
