//! All small heaps of a given function, as far as it can tell them apart.
//!
//! Korat's search (Boyapati, Khurshid, Marinov) with the function itself in place of a predicate: a run shows which fields it
//! looked at, in order; the last of them gets its next value, and a field that is at its end falls back. Fields that no run
//! looks at are never varied. Nodes are met in the order of their numbers, so that no heap is tried twice under other names.
//!
//! It shares nothing with the engines; which parameters may be null and which globals are inputs, its caller says.

use crate::brute::Truth;
use interp::{Limits, Machine, Observer, Seen, Truth as LogicTruth};
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{Func, Global, Inst, Program, Shape, ShapeId, Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How large heaps are.
#[derive(Clone, Debug)]
pub struct Extent {
    /// Nodes of all types together.
    pub nodes: usize,
    /// Elements of an array of numbers behind a pointer; the last of an array of characters is zero.
    pub length: u64,
    /// Values of a number.
    pub values: Vec<i128>,
    /// Runs at most.
    pub runs: u64,
    /// Which parameters may be null.
    pub nullable: Vec<bool>,
    /// The globals that are inputs.
    pub globals: Vec<Global>,
}

/// What all heaps within an extent show.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// What the runs show.
    pub truth: Truth,
    /// How many there were.
    pub runs: u64,
    /// Were these all?
    pub complete: bool,
}

/// Runs a function on every heap of an extent that it can tell from the others.
pub fn explore(program: &Program, func: Func, extent: &Extent) -> Explored {
    let mut explored = Explored::default();
    let mut machine = Machine::new(program);
    // The fields that were looked at, in that order, each with its choice.
    let mut fields: Vec<(Field, usize)> = Vec::new();
    loop {
        let heap = Heap::new(program, func, extent, &fields);
        let mut log = Log::default();
        let limits = Limits { steps: 20_000, ..Limits::UNIT };
        let run = machine.run_observed(func, &heap.input, &limits, &mut log);
        if is_admitted(program, func, &mut machine, &heap.input) {
            explored.truth.add(run);
        }
        explored.runs += 1;
        for field in heap.arguments.iter().copied().chain(log.fields(&heap)) {
            if heap.choices.contains_key(&field) && !fields.iter().any(|(known, _)| *known == field)
            {
                fields.push((field, 0));
            }
        }
        if explored.runs >= extent.runs {
            return explored;
        }
        if !advance(program, func, extent, &mut fields) {
            explored.complete = true;
            return explored;
        }
    }
}

/// Does every clause of the contract certainly hold? Its fields may lie beyond what the run looked at: those are not varied, so
/// fewer heaps count, never ones that should not.
fn is_admitted(program: &Program, func: Func, machine: &mut Machine<'_>, input: &Input) -> bool {
    let Some(contract) = &program.funcs[func].contract else { return true };
    contract.requires.iter().all(|clause| {
        let meaning = clause.meaning.as_ref();
        meaning.is_ok_and(|formula| machine.holds(formula, input) == LogicTruth::True)
    })
}

/// Goes to the next heap; false after the last.
fn advance(
    program: &Program,
    func: Func,
    extent: &Extent,
    fields: &mut Vec<(Field, usize)>,
) -> bool {
    while let Some((field, choice)) = fields.pop() {
        let heap = Heap::new(program, func, extent, fields);
        let n_choices = heap.choices.get(&field).map_or(0, |choices| *choices);
        if choice + 1 < n_choices {
            fields.push((field, choice + 1));
            return true;
        }
    }
    false
}

/// A scalar of the input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Field {
    Arg(usize),
    Cell(Obj, u64),
    Global(Global, u64),
}

/// Which fields of the input a run may have looked at: those that it made an address of.
#[derive(Default)]
struct Log {
    places: Vec<Field>,
    seen: BTreeSet<Field>,
}

impl Observer for Log {
    fn value(&mut self, _: Func, _: Value, value: Seen) {
        let field = match value {
            Seen::Scalar(Scalar::Object(obj, offset)) => Field::Cell(obj, offset),
            Seen::Scalar(Scalar::Global(global, offset)) => Field::Global(global, offset),
            _ => return,
        };
        if self.seen.insert(field) {
            self.places.push(field);
        }
    }
}

impl Log {
    /// A table may be copied as a whole: all of a global counts where its address was taken.
    fn fields(self, heap: &Heap<'_>) -> Vec<Field> {
        let of_global = |global: Global| {
            let fields = heap.choices.keys();
            fields
                .copied()
                .filter(move |field| matches!(field, Field::Global(of, _) if *of == global))
        };
        let whole = |field: Field| match field {
            Field::Global(global, _) => of_global(global).collect(),
            other => vec![other],
        };
        self.places.into_iter().flat_map(whole).collect()
    }
}

/// A heap, and how many choices each of its fields has.
struct Heap<'a> {
    program: &'a Program,
    extent: &'a Extent,
    input: Input,
    /// What each object is.
    shapes: BTreeMap<Obj, ShapeId>,
    /// What restricted pointers lead to.
    apart: BTreeSet<Obj>,
    n_nodes: usize,
    arguments: Vec<Field>,
    choices: BTreeMap<Field, usize>,
}

impl<'a> Heap<'a> {
    /// The heap where the chosen fields are as chosen, and all others have their first choice.
    fn new(
        program: &'a Program,
        func: Func,
        extent: &'a Extent,
        chosen: &[(Field, usize)],
    ) -> Self {
        let mut heap = Heap {
            program,
            extent,
            input: Input::default(),
            shapes: BTreeMap::new(),
            apart: BTreeSet::new(),
            n_nodes: 0,
            arguments: Vec::new(),
            choices: BTreeMap::new(),
        };
        let params = &program.funcs[func].params;
        heap.input.args = vec![Scalar::Null; params.len()];
        for &global in &extent.globals {
            let shape = program.globals[global].shape.expect("an input global has a shape");
            let cells = heap.empty_cells(shape, 1);
            heap.input.globals.push((global, cells));
        }
        let mut open: Vec<(Field, ShapeId, bool)> = Vec::new();
        for (index, param) in params.iter().enumerate() {
            heap.arguments.push(Field::Arg(index));
            open.push((Field::Arg(index), param.shape, extent.nullable[index]));
        }
        for (global, _) in heap.input.globals.clone() {
            let shape = program.globals[global].shape.expect("an input global has a shape");
            heap.open_fields(shape, 1, &mut open, |offset| Field::Global(global, offset));
        }
        heap.fill(chosen, open);
        heap
    }

    /// Gives the chosen fields their values, in the order in which they were chosen, then the others.
    fn fill(&mut self, chosen: &[(Field, usize)], mut open: Vec<(Field, ShapeId, bool)>) {
        for &(field, choice) in chosen {
            let Some(at) = open.iter().position(|(other, ..)| *other == field) else { continue };
            let (_, shape, null) = open.remove(at);
            self.set(field, shape, null, choice, &mut open);
        }
        while !open.is_empty() {
            let (field, shape, null) = open.remove(0);
            self.set(field, shape, null, 0, &mut open);
        }
    }

    fn set(
        &mut self,
        field: Field,
        shape: ShapeId,
        null: bool,
        choice: usize,
        open: &mut Vec<(Field, ShapeId, bool)>,
    ) {
        let (value, n_choices) = match &self.program.shapes[shape] {
            Shape::Pointer { to: Some(to), restrict, .. } => {
                let must = matches!(field, Field::Arg(_));
                let (value, n_choices) = self.pointer(*to, (null, must, *restrict), choice, open);
                if let (true, Scalar::Object(obj, _)) = (*restrict, value) {
                    self.apart.insert(obj);
                }
                (value, n_choices)
            }
            Shape::Int { ty, boolean, .. } => self.number(field, *ty, *boolean, choice),
            _ => (Scalar::Null, 1),
        };
        self.choices.insert(field, n_choices);
        match field {
            Field::Arg(index) => self.input.args[index] = value,
            Field::Cell(obj, offset) => put(&mut self.input.objects[obj].cells, offset, value),
            Field::Global(global, offset) => {
                let globals = self.input.globals.iter_mut();
                let (_, cells) =
                    globals.into_iter().find(|(of, _)| *of == global).expect("it is there");
                put(cells, offset, value);
            }
        }
    }

    fn number(&self, field: Field, ty: Type, boolean: bool, choice: usize) -> (Scalar, usize) {
        let is_end = match field {
            Field::Cell(obj, offset) => {
                ty == Type::Int(8) && offset + 1 == self.input.objects[obj].size
            }
            Field::Arg(_) | Field::Global(..) => false,
        };
        let n_choices = match (is_end, boolean) {
            (true, _) => 1,
            (_, true) => 2,
            _ => self.extent.values.len(),
        };
        let value = if is_end {
            0
        } else if boolean {
            choice as i128
        } else {
            self.extent.values[choice]
        };
        let width = u32::from(ty.int_bits().map_or(64, |bits| bits as u8));
        (Scalar::Bits(ty, value as u128 & (u128::MAX >> (128 - width))), n_choices)
    }

    /// Null, a node that was met, or the next one. An argument that must not be null leads somewhere even if there is no room;
    /// what a restricted pointer leads to, no other one does.
    fn pointer(
        &mut self,
        to: ShapeId,
        (null, must, restrict): (bool, bool, bool),
        choice: usize,
        open: &mut Vec<(Field, ShapeId, bool)>,
    ) -> (Scalar, usize) {
        let null = null || !must;
        let is_known = |(obj, shape): &(&Obj, &ShapeId)| {
            **shape == to && !restrict && !self.apart.contains(*obj)
        };
        let known: Vec<Obj> = self.shapes.iter().filter(is_known).map(|(obj, _)| *obj).collect();
        let room = self.n_nodes < self.extent.nodes || (known.is_empty() && !null);
        let n_choices = usize::from(null) + known.len() + usize::from(room);
        let nodes = choice.checked_sub(usize::from(null));
        let value = match nodes {
            None => Scalar::Null,
            Some(index) if index < known.len() => Scalar::Object(known[index], 0),
            Some(_) => Scalar::Object(self.new_object(to, open), 0),
        };
        (value, n_choices)
    }

    fn new_object(&mut self, shape: ShapeId, open: &mut Vec<(Field, ShapeId, bool)>) -> Obj {
        self.n_nodes += 1;
        let record = matches!(self.program.shapes[shape], Shape::Record { .. });
        let length = if record { 1 } else { self.extent.length };
        let object = Object {
            name: format!("n{}", self.shapes.len()),
            size: self.program.shape_bytes(shape) * length,
            cells: self.empty_cells(shape, length),
            read_only: false,
            elem: Some(shape),
        };
        let obj = self.input.objects.push(object);
        self.shapes.insert(obj, shape);
        self.open_fields(shape, length, open, |offset| Field::Cell(obj, offset));
        obj
    }

    fn open_fields(
        &self,
        shape: ShapeId,
        length: u64,
        open: &mut Vec<(Field, ShapeId, bool)>,
        field: impl Fn(u64) -> Field,
    ) {
        for (offset, leaf) in leaves(self.program, shape, length) {
            open.push((field(offset), leaf, true));
        }
    }

    fn empty_cells(&self, shape: ShapeId, length: u64) -> Vec<Cell> {
        let empty = |leaf: ShapeId| match self.program.shapes[leaf].scalar() {
            None | Some(Type::Ptr) => Scalar::Null,
            Some(ty) => Scalar::Bits(ty, 0),
        };
        let leaves = leaves(self.program, shape, length).into_iter();
        leaves.map(|(offset, leaf)| Cell { offset, value: empty(leaf) }).collect()
    }
}

fn put(cells: &mut [Cell], offset: u64, value: Scalar) {
    let cell = cells.iter_mut().find(|cell| cell.offset == offset);
    cell.expect("a field stands in a cell").value = value;
}

/// The scalars of an array of a shape; of unions the first member.
fn leaves(program: &Program, shape: ShapeId, length: u64) -> Vec<(u64, ShapeId)> {
    let size = program.shape_bytes(shape);
    let mut found = Vec::new();
    let mut open: Vec<(u64, ShapeId)> =
        (0..length).rev().map(|index| (index * size, shape)).collect();
    while let Some((base, shape)) = open.pop() {
        match &program.shapes[shape] {
            Shape::Array { elem, len } => {
                let size = program.shape_bytes(*elem);
                open.extend((0..*len).rev().map(|index| (base + index * size, *elem)));
            }
            Shape::Record { fields, union, .. } => {
                let n_fields = if *union { 1 } else { fields.len() };
                let parts = fields[..n_fields.min(fields.len())].iter().rev();
                open.extend(parts.map(|field| (base + field.offset, field.shape)));
            }
            Shape::Opaque { .. } => {}
            _ => found.push((base, shape)),
        }
    }
    found
}

/// Small numbers, and those that the code of a function and of what it calls mentions, at most so many.
pub fn values(program: &Program, func: Func, most: usize) -> Vec<i128> {
    let mut values = vec![0, 1];
    let mut seen = BTreeSet::from([func]);
    let mut open = vec![func];
    while let Some(func) = open.pop() {
        let Some(body) = &program.funcs[func].body else { continue };
        for inst in body.insts.values() {
            match inst {
                Inst::Int(ty, bits) if ty.int_bits().is_some_and(|bits| bits <= 32) => {
                    values.push(*bits as u32 as i32 as i128);
                }
                Inst::Call { callee: ir::Callee::Direct(callee), .. } if seen.insert(*callee) => {
                    open.push(*callee);
                }
                _ => {}
            }
        }
    }
    values.push(2);
    let mut known = BTreeSet::new();
    values.retain(|&value| known.insert(value));
    values.truncate(most);
    values
}
