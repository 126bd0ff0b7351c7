//! One heap: the fields that a search has chosen are as chosen, all others have their first choice.
//!
//! Which fields are worth choosing the search says; how many choices each has is counted here.

use super::{Extent, Leads};
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{Func, Global, Program, Shape, ShapeId, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Where a field stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Home {
    Object(Obj),
    Global(Global),
}

/// Something of the input that is chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Field {
    Arg(usize),
    /// Which member of the union at a byte is there; before its cells, as these depend on it.
    Member(Home, u64, ShapeId),
    Cell(Home, u64),
}

/// A field that has no value yet.
#[derive(Clone, Copy)]
struct Open {
    field: Field,
    shape: ShapeId,
    null: bool,
}

/// A heap, and how many choices each of its fields has.
pub(super) struct Heap<'a> {
    program: &'a Program,
    extent: &'a Extent,
    leads: &'a Leads<'a>,
    pub(super) input: Input,
    /// What each object is.
    shapes: BTreeMap<Obj, ShapeId>,
    /// What restricted pointers lead to.
    apart: BTreeSet<Obj>,
    n_nodes: usize,
    pub(super) arguments: Vec<Field>,
    pub(super) choices: BTreeMap<Field, usize>,
    /// The unions, outer ones first.
    unions: Vec<(Home, Range<u64>, Field)>,
    /// Is there something that the code takes for more than it is?
    pub(super) bare: bool,
}

impl<'a> Heap<'a> {
    /// The heap where the chosen fields are as chosen, and all others have their first choice.
    pub(super) fn new(
        leads: &'a Leads<'a>,
        program: &'a Program,
        func: Func,
        extent: &'a Extent,
        chosen: &[(Field, usize)],
    ) -> Self {
        let mut heap = Heap {
            program,
            extent,
            leads,
            input: Input::default(),
            shapes: BTreeMap::new(),
            apart: BTreeSet::new(),
            n_nodes: 0,
            arguments: Vec::new(),
            choices: BTreeMap::new(),
            unions: Vec::new(),
            bare: false,
        };
        let open = heap.start(func);
        heap.fill(chosen, open);
        heap
    }

    /// The union members that hold a byte, and the scalar that begins there.
    pub(super) fn fields_at(&self, home: Home, offset: u64) -> Vec<Field> {
        let holds =
            |(of, bytes, _): &&(Home, Range<u64>, Field)| *of == home && bytes.contains(&offset);
        let members = self.unions.iter().filter(holds).map(|(.., field)| *field);
        members.chain([Field::Cell(home, offset)]).collect()
    }

    fn start(&mut self, func: Func) -> Vec<Open> {
        let params = &self.program.funcs[func].params;
        self.input.args = vec![Scalar::Null; params.len()];
        let mut open = Vec::new();
        for (index, param) in params.iter().enumerate() {
            let (field, null) = (Field::Arg(index), self.extent.nullable[index]);
            self.arguments.push(field);
            let aggregate = self.program.shapes[param.shape].scalar().is_none();
            if aggregate {
                let obj = self.make(param.shape, 1, &mut open);
                self.input.args[index] = Scalar::Object(obj, 0);
            } else {
                open.push(Open { field, shape: param.shape, null });
            }
        }
        for &global in &self.extent.globals {
            let shape = self.program.globals[global].shape.expect("an input global has a shape");
            self.input.globals.push((global, Vec::new()));
            self.open_fields(shape, 1, Home::Global(global), 0, &mut open);
        }
        open
    }

    /// Gives the chosen fields their values, in the order in which they were chosen, then the others.
    fn fill(&mut self, chosen: &[(Field, usize)], mut open: Vec<Open>) {
        for &(field, choice) in chosen {
            let Some(at) = open.iter().position(|other| other.field == field) else { continue };
            let field = open.remove(at);
            self.set(field, choice, &mut open);
        }
        while !open.is_empty() {
            let field = open.remove(0);
            self.set(field, 0, &mut open);
        }
    }

    fn set(&mut self, it: Open, choice: usize, open: &mut Vec<Open>) {
        if let Field::Member(home, offset, shape) = it.field {
            let n_choices = self.set_member(home, offset, shape, choice, open);
            self.choices.insert(it.field, n_choices);
            return;
        }
        let (value, n_choices) = match &self.program.shapes[it.shape] {
            Shape::Pointer { to, restrict, .. } => {
                let (value, n_choices) = self.pointer(it, *to, *restrict, choice, open);
                if let (true, Scalar::Object(obj, _)) = (*restrict, value) {
                    self.apart.insert(obj);
                }
                (value, n_choices)
            }
            Shape::Code { .. } => self.code(it, choice),
            Shape::Int { ty, boolean, .. } => self.number(it.field, *ty, *boolean, choice),
            Shape::Float { ty, .. } => self.float(*ty, choice),
            _ => unreachable!("what is opened should be a scalar"),
        };
        self.choices.insert(it.field, n_choices);
        match it.field {
            Field::Arg(index) => self.input.args[index] = value,
            Field::Cell(home, offset) => self.cells(home).push(Cell { offset, value }),
            Field::Member(..) => {}
        }
    }

    fn cells(&mut self, home: Home) -> &mut Vec<Cell> {
        match home {
            Home::Object(obj) => &mut self.input.objects[obj].cells,
            Home::Global(global) => {
                let globals = self.input.globals.iter_mut();
                let found = globals.into_iter().find(|(of, _)| *of == global);
                &mut found.expect("a field of a global stands in an input").1
            }
        }
    }

    /// Bytes beyond the chosen member are zero, as after `calloc`.
    fn set_member(
        &mut self,
        home: Home,
        offset: u64,
        shape: ShapeId,
        choice: usize,
        open: &mut Vec<Open>,
    ) -> usize {
        let size = self.program.shape_bytes(shape);
        let zero = |at| Cell { offset: at, value: Scalar::Bits(Type::Int(8), 0) };
        self.cells(home).extend((offset..offset + size).map(zero));
        let Shape::Record { fields, .. } = &self.program.shapes[shape] else { return 1 };
        let has_pointer = |shape| {
            let mut leaves = leaves(self.program, shape, 1).into_iter();
            leaves.any(|(_, leaf)| self.program.shapes[leaf].scalar() == Some(Type::Ptr))
        };
        if let Some(member) = fields.get(choice) {
            // A number that is taken for a pointer leads nowhere.
            let may_be_taken = fields.iter().any(|field| has_pointer(field.shape));
            self.bare |= may_be_taken && !has_pointer(member.shape);
            self.open_fields(member.shape, 1, home, offset + member.offset, open);
        }
        fields.len().max(1)
    }

    fn number(&self, field: Field, ty: Type, boolean: bool, choice: usize) -> (Scalar, usize) {
        let is_end = match field {
            Field::Cell(Home::Object(obj), offset) => {
                ty == Type::Int(8) && offset + 1 == self.input.objects[obj].size
            }
            _ => false,
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

    fn float(&self, ty: Type, choice: usize) -> (Scalar, usize) {
        let value = self.extent.values[choice];
        match ty {
            Type::F32 => {
                let bits = (value as f32).to_bits();
                (Scalar::Bits(ty, bits.into()), self.extent.values.len())
            }
            Type::F64 => {
                let bits = (value as f64).to_bits();
                (Scalar::Bits(ty, bits.into()), self.extent.values.len())
            }
            _ => (Scalar::Bits(ty, 0), 1),
        }
    }

    fn code(&self, it: Open, choice: usize) -> (Scalar, usize) {
        let null = it.null.then_some(Scalar::Null);
        let funcs = self.leads.functions(it.shape).into_iter().map(Scalar::Func);
        let choices: Vec<Scalar> = null.into_iter().chain(funcs).collect();
        (choices.get(choice).copied().unwrap_or(Scalar::Null), choices.len().max(1))
    }

    /// Null, a place that was met, or a way into a new node. An argument that must not be null leads somewhere even if there is
    /// no room; what a restricted pointer leads to, no other one does.
    fn pointer(
        &mut self,
        it: Open,
        to: Option<ShapeId>,
        restrict: bool,
        choice: usize,
        open: &mut Vec<Open>,
    ) -> (Scalar, usize) {
        let null = it.null.then_some(Scalar::Null);
        let part = match (it.field, to) {
            (Field::Arg(index), Some(to)) => Some((index, to)),
            _ => None,
        };
        let known = if restrict { Vec::new() } else { self.known(to, part) };
        let met: Vec<Scalar> = null.into_iter().chain(known).collect();
        let mut entries = self.leads.entries(to);
        if let (Some((index, to)), false) = (part, restrict || self.extent.frees) {
            let around = self.leads.around(to, self.extent.stepped[index]).into_iter();
            entries.extend(around.filter(|it| !it.is_among(&entries)).collect::<Vec<_>>());
        }
        if self.n_nodes >= self.extent.nodes && !met.is_empty() {
            entries.clear();
        }
        let n_choices = met.len() + entries.len();
        if let Some(value) = met.get(choice) {
            return (*value, n_choices);
        }
        let Some(entry) = entries.get(choice - met.len()) else { return (Scalar::Null, 1) };
        self.bare |= entry.bare;
        self.n_nodes += 1;
        let record = matches!(self.program.shapes[entry.shape], Shape::Record { .. });
        let obj = self.make(entry.shape, if record { 1 } else { self.extent.length }, open);
        self.shapes.insert(obj, entry.shape);
        (Scalar::Object(obj, entry.at), n_choices)
    }

    /// The places met so far where a pointer may lead; an argument that leads to a number is one of `part`. Of what is no record
    /// only the start counts.
    fn known(&self, to: Option<ShapeId>, part: Option<(usize, ShapeId)>) -> Vec<Scalar> {
        let is_number =
            |to| matches!(self.program.shapes[to], Shape::Int { .. } | Shape::Float { .. });
        let part = part.filter(|&(_, to)| is_number(to));
        let is_array = |shape| !matches!(self.program.shapes[shape], Shape::Record { .. });
        let places = |shape| match part {
            Some(_) if self.extent.frees && !is_array(shape) => Vec::new(),
            Some((index, to)) if self.extent.stepped[index] && !is_array(shape) => {
                self.leads.elements(shape, to)
            }
            _ => self.leads.places(shape, to),
        };
        let mut known = Vec::new();
        for (&obj, &shape) in self.shapes.iter().filter(|(obj, _)| !self.apart.contains(obj)) {
            known.extend(places(shape).into_iter().map(|at| Scalar::Object(obj, at)));
        }
        for &global in self.extent.globals.iter().filter(|_| !self.extent.frees) {
            let shape = self.program.globals[global].shape.expect("an input global has a shape");
            known.extend(places(shape).into_iter().map(|at| Scalar::Global(global, at)));
        }
        known
    }

    /// A new object; its name is its number.
    fn make(&mut self, shape: ShapeId, length: u64, open: &mut Vec<Open>) -> Obj {
        let object = Object {
            name: format!("n{}", self.input.objects.len()),
            size: self.program.shape_bytes(shape) * length,
            cells: Vec::new(),
            read_only: false,
            elem: Some(shape),
        };
        let obj = self.input.objects.push(object);
        self.open_fields(shape, length, Home::Object(obj), 0, open);
        obj
    }

    fn open_fields(
        &mut self,
        shape: ShapeId,
        length: u64,
        home: Home,
        base: u64,
        open: &mut Vec<Open>,
    ) {
        for (at, leaf) in leaves(self.program, shape, length) {
            let offset = base + at;
            let field = if self.program.shapes[leaf].scalar().is_some() {
                Field::Cell(home, offset)
            } else {
                let bytes = offset..offset + self.program.shape_bytes(leaf);
                let field = Field::Member(home, offset, leaf);
                self.unions.push((home, bytes, field));
                field
            };
            open.push(Open { field, shape: leaf, null: true });
        }
    }
}

/// The scalars and unions of an array of a shape. Bit-fields are chosen byte by byte, if the program has a type for that.
pub(super) fn leaves(program: &Program, shape: ShapeId, length: u64) -> Vec<(u64, ShapeId)> {
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
            Shape::Record { fields, union: false, .. } => {
                let byte = program.shapes.iter().find(|(_, shape)| is_byte(shape));
                for field in fields.iter().rev() {
                    match (field.unit(), byte) {
                        (None, _) => open.push((base + field.offset, field.shape)),
                        (Some(unit), Some((byte, _))) => {
                            open.extend(unit.rev().map(|at| (base + at, byte)));
                        }
                        (Some(_), None) => {}
                    }
                }
            }
            Shape::Opaque { .. } => {}
            // Units of neighbours may share bytes.
            _ if found.contains(&(base, shape)) => {}
            _ => found.push((base, shape)),
        }
    }
    found
}

fn is_byte(shape: &Shape) -> bool {
    matches!(shape, Shape::Int { ty: Type::Int(8), boolean: false, .. })
}
