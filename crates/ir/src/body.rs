//! The body of a function: locals, instructions, regions, and the tables of conditions, decisions, switches and loops.

use crate::{Cond, Decision, Inst, Label, Local, LoopId, Region, ShapeId, SwitchId, Type, Value};
use entity::{PrimaryMap, SecondaryMap};
use source::Span;

/// A function's body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Registers that receive the arguments, in order of the signature. An aggregate by value arrives as a pointer to a copy
    /// that belongs to the callee; a parameter whose address is taken is stored to an object first thing.
    pub params: Vec<Local>,
    /// Registers and objects.
    pub locals: PrimaryMap<Local, LocalData>,
    /// Instructions, in no particular order; regions order them.
    pub insts: PrimaryMap<Value, Inst>,
    /// The type of each instruction that yields a value.
    pub types: SecondaryMap<Value, Option<Type>>,
    /// The C text each instruction stands for.
    pub spans: SecondaryMap<Value, Span>,
    /// Sequences of instructions.
    pub regions: PrimaryMap<Region, Vec<Value>>,
    /// Where execution starts. Falling off its end returns without a value.
    pub root: Region,
    /// Labels of blocks; the span is the C label's or empty.
    pub labels: PrimaryMap<Label, Span>,
    /// Loops.
    pub loops: PrimaryMap<LoopId, LoopData>,
    /// Conditions in source order.
    pub conds: PrimaryMap<Cond, CondData>,
    /// Decisions in source order.
    pub decisions: PrimaryMap<Decision, DecisionData>,
    /// Switches in source order.
    pub switches: PrimaryMap<SwitchId, SwitchData>,
    /// What pointers are taken for that were pointers to something else.
    pub views: Vec<View>,
    /// Which pointers are taken for pointers to functions that were pointers to something else.
    pub code_views: Vec<CodeView>,
}

/// A conversion between pointers: what led to one thing is used as if it led to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct View {
    /// What it was said to lead to; none for `void *` and incomplete types.
    pub from: Option<ShapeId>,
    /// What it is used for.
    pub to: ShapeId,
    /// Is it only compared with what leads to that?
    pub compared: bool,
}

/// A conversion of a pointer to data, or to functions of another type: it is used as a pointer to functions of a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CodeView {
    /// The pointer that it was.
    pub from: ShapeId,
    /// The pointer that is made of it.
    pub to: ShapeId,
}

/// A local variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalData {
    /// Its C name, or a name made up for a temporary.
    pub name: String,
    /// Register or object.
    pub kind: LocalKind,
    /// Where it was declared.
    pub span: Span,
}

/// How a local is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalKind {
    /// A scalar whose address is never taken.
    Register(Type),
    /// Memory.
    Object {
        /// Bytes; 0 for variable-length ones.
        size: u64,
        /// Alignment in bytes.
        align: u64,
        /// How to show it.
        shape: Option<ShapeId>,
    },
}

/// A loop of the source, or one that a goto made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopData {
    /// The loop statement or the label.
    pub span: Span,
    /// Does it come from `for`, `while`, `do` or a backward goto? Loops made by restructuring alone do not count turns.
    pub source: bool,
}

/// An atomic condition: both outcomes are objectives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CondData {
    /// The operand as written.
    pub span: Span,
    /// The decision it belongs to.
    pub decision: Decision,
}

/// A decision: the whole boolean expression that its conditions make up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecisionData {
    /// The expression as written.
    pub span: Span,
    /// Does it control `if`, a loop or `?:`, or is it a value?
    pub controlling: bool,
    /// How its conditions combine.
    pub tree: BoolTree,
}

/// A boolean expression over conditions, evaluated left to right with short circuit; as deep as the parser lets expressions be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoolTree {
    /// A condition.
    Cond(Cond),
    /// An operand that is an integer constant expression.
    Const(bool),
    /// Logical not.
    Not(Box<BoolTree>),
    /// Logical and.
    And(Vec<BoolTree>),
    /// Logical or.
    Or(Vec<BoolTree>),
}

/// A switch: each target is an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchData {
    /// The controlling expression as written.
    pub span: Span,
    /// Targets in source order; adjacent labels (`case 1: case 2:`) are one target.
    pub targets: Vec<TargetData>,
}

/// One place a switch can go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetData {
    /// The first label, or the switch itself for an implicit default.
    pub span: Span,
    /// Is it (also) the default?
    pub default: bool,
    /// Is the default one that nobody wrote?
    pub implicit: bool,
}

impl Body {
    /// Makes its decisions no part of a path: they stand in no file under test.
    pub fn drop_events(&mut self) {
        for inst in self.insts.values_mut() {
            match inst {
                Inst::If { event, .. } => *event = None,
                Inst::Switch { event, .. } => *event = None,
                _ => {}
            }
        }
    }

    /// An empty body with an empty root region.
    pub fn new() -> Self {
        let mut regions = PrimaryMap::new();
        let root = regions.push(Vec::new());
        Self {
            params: Vec::new(),
            locals: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            types: SecondaryMap::new(),
            spans: SecondaryMap::new(),
            regions,
            root,
            labels: PrimaryMap::new(),
            loops: PrimaryMap::new(),
            conds: PrimaryMap::new(),
            decisions: PrimaryMap::new(),
            switches: PrimaryMap::new(),
            views: Vec::new(),
            code_views: Vec::new(),
        }
    }

    /// Appends an instruction to a region.
    pub fn append(&mut self, region: Region, inst: Inst, ty: Option<Type>, span: Span) -> Value {
        let value = self.insts.push(inst);
        if ty.is_some() {
            self.types[value] = ty;
        }
        if !span.is_none() {
            self.spans[value] = span;
        }
        self.regions[region].push(value);
        value
    }

    /// The type of a value; the verifier has seen to it that it has one.
    pub fn ty(&self, value: Value) -> Type {
        self.types[value].expect("an operand should be an instruction that yields a value")
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::new()
    }
}
