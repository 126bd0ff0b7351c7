//! One heap: the fields that a search has chosen are as chosen, all others have their first choice or one by chance.
//!
//! Which fields are worth choosing the search says; how many choices each has is counted here. Where pointers may lead is said by
//! the world that is asked for: the plain one, or any.

use super::{Anywhere, Extent, Leads, Looks};
use crate::Rng;
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{Func, Global, Program, Shape, ShapeId, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What all heaps of a search have in common.
pub(super) struct Plan<'a> {
    pub(super) program: &'a Program,
    pub(super) func: Func,
    pub(super) leads: Leads<'a>,
    pub(super) looks: Looks,
    pub(super) world: World<'a>,
}

/// Where pointers lead.
#[derive(Clone, Copy)]
pub(super) enum World<'a> {
    /// To the start of what they are declared to lead to, null where it is asked for.
    Plain(&'a Extent),
    /// To any place that C allows.
    Anywhere(&'a Anywhere),
}

impl World<'_> {
    fn values(&self) -> &[i128] {
        match self {
            Self::Plain(extent) => &extent.values,
            Self::Anywhere(anywhere) => &anywhere.values,
        }
    }

    fn globals(&self) -> &[Global] {
        match self {
            Self::Plain(extent) => &extent.globals,
            Self::Anywhere(anywhere) => &anywhere.inputs,
        }
    }

    /// Allocations whose success is chosen.
    fn allocations(&self) -> u32 {
        match self {
            Self::Plain(_) => 0,
            Self::Anywhere(anywhere) => anywhere.allocations,
        }
    }
}

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
    /// Does an allocation fail, by its number?
    Fails(u32),
    /// Which member of the union at a byte is there; before its cells, as these depend on it.
    Member(Home, u64, ShapeId),
    Cell(Home, u64),
}

/// A field that has no value yet.
#[derive(Clone, Copy)]
pub(super) enum Open {
    Allocation(u32),
    Data { field: Field, shape: ShapeId },
}

impl Open {
    fn field(self) -> Field {
        match self {
            Self::Allocation(number) => Field::Fails(number),
            Self::Data { field, .. } => field,
        }
    }
}

/// Which of its choices a field takes.
enum Pick<'r> {
    Nth(usize),
    Random(&'r mut Rng),
}

impl Pick<'_> {
    fn of(&mut self, n_choices: usize) -> usize {
        match self {
            Self::Nth(choice) => *choice,
            Self::Random(rng) => rng.below(n_choices),
        }
    }
}

/// A place that a pointer may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    /// One that was met, or null.
    Met(Scalar),
    /// A byte of something new.
    New(New),
    /// Something new that nobody looks into.
    Opaque,
}

/// A byte of a new object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct New {
    pub(super) made: Made,
    pub(super) at: u64,
    /// Does the code take it for more than it is?
    pub(super) bare: bool,
}

/// What an object is: elements, perhaps behind a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    pub(super) header: Option<ShapeId>,
    pub(super) shape: ShapeId,
    pub(super) length: u64,
}

/// A heap, and how many choices each of its fields has.
pub(super) struct Heap<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) input: Input,
    pub(super) objects: BTreeMap<Obj, Made>,
    /// What restricted pointers lead to.
    pub(super) apart: BTreeSet<Obj>,
    pub(super) n_nodes: usize,
    pub(super) arguments: Vec<Field>,
    pub(super) choices: BTreeMap<Field, usize>,
    /// The unions, outer ones first.
    unions: Vec<(Home, Range<u64>, Field)>,
    /// Is there something that the code takes for more than it is?
    pub(super) bare: bool,
}

impl<'a> Heap<'a> {
    /// The heap where the chosen fields are as chosen, and all others have their first choice.
    pub(super) fn new(plan: &'a Plan<'a>, chosen: &[(Field, usize)]) -> Self {
        let mut heap = Self::empty(plan);
        let mut open = heap.start();
        for &(field, choice) in chosen {
            let Some(at) = open.iter().position(|other| other.field() == field) else { continue };
            let field = open.remove(at);
            heap.set(field, &mut Pick::Nth(choice), &mut open);
        }
        heap.fill(&mut Pick::Nth(0), open);
        heap
    }

    /// A heap where everything is as chance has it.
    pub(super) fn random(plan: &'a Plan<'a>, rng: &mut Rng) -> Self {
        let mut heap = Self::empty(plan);
        let open = heap.start();
        heap.fill(&mut Pick::Random(rng), open);
        heap
    }

    fn empty(plan: &'a Plan<'a>) -> Self {
        Heap {
            plan,
            input: Input::default(),
            objects: BTreeMap::new(),
            apart: BTreeSet::new(),
            n_nodes: 0,
            arguments: Vec::new(),
            choices: BTreeMap::new(),
            unions: Vec::new(),
            bare: false,
        }
    }

    /// The union members that hold a byte, and the scalar that begins there.
    pub(super) fn fields_at(&self, home: Home, offset: u64) -> Vec<Field> {
        let holds =
            |(of, bytes, _): &&(Home, Range<u64>, Field)| *of == home && bytes.contains(&offset);
        let members = self.unions.iter().filter(holds).map(|(.., field)| *field);
        members.chain([Field::Cell(home, offset)]).collect()
    }

    /// All that stands at a byte or beyond it.
    pub(super) fn fields_from(&self, home: Home, offset: u64) -> Vec<Field> {
        let is_there = |field: &Field| match field {
            Field::Cell(of, at) | Field::Member(of, at, _) => *of == home && *at >= offset,
            Field::Arg(_) | Field::Fails(_) => false,
        };
        self.choices.keys().copied().filter(is_there).collect()
    }

    fn start(&mut self) -> Vec<Open> {
        let program = self.plan.program;
        let params = &program.funcs[self.plan.func].params;
        self.input.args = vec![Scalar::Null; params.len()];
        let mut open = Vec::new();
        for (index, param) in params.iter().enumerate() {
            let field = Field::Arg(index);
            self.arguments.push(field);
            let aggregate = program.shapes[param.shape].scalar().is_none();
            if aggregate {
                let made = Made { header: None, shape: param.shape, length: 1 };
                let obj = self.make(made, &mut open);
                self.input.args[index] = Scalar::Object(obj, 0);
            } else {
                open.push(Open::Data { field, shape: param.shape });
            }
        }
        open.extend((0..self.plan.world.allocations()).map(Open::Allocation));
        for &global in self.plan.world.globals() {
            let shape = program.globals[global].shape.expect("an input global has a shape");
            self.input.globals.push((global, Vec::new()));
            self.open_fields(shape, 1, Home::Global(global), 0, &mut open);
        }
        open
    }

    /// Gives all fields their values, also those that open on the way.
    fn fill(&mut self, pick: &mut Pick<'_>, mut open: Vec<Open>) {
        while !open.is_empty() {
            let field = open.remove(0);
            self.set(field, pick, &mut open);
        }
    }

    fn set(&mut self, it: Open, pick: &mut Pick<'_>, open: &mut Vec<Open>) {
        let n_choices = match it {
            Open::Allocation(number) => self.set_failing(number, pick),
            Open::Data { field: Field::Member(home, offset, _), shape } => {
                self.set_member(home, offset, shape, pick, open)
            }
            Open::Data { field, shape } => self.set_scalar(field, shape, pick, open),
        };
        self.choices.insert(it.field(), n_choices);
    }

    fn set_failing(&mut self, number: u32, pick: &mut Pick<'_>) -> usize {
        if pick.of(2) == 1 {
            self.input.failing.push(number);
        }
        2
    }

    fn set_scalar(
        &mut self,
        field: Field,
        shape: ShapeId,
        pick: &mut Pick<'_>,
        open: &mut Vec<Open>,
    ) -> usize {
        let program = self.plan.program;
        let (value, n_choices) = match &program.shapes[shape] {
            Shape::Pointer { restrict, .. } => {
                let (value, n_choices) = self.pointer(field, shape, pick, open);
                if let (true, Scalar::Object(obj, _)) = (*restrict, value) {
                    self.apart.insert(obj);
                }
                (value, n_choices)
            }
            Shape::Code { .. } => self.code(field, shape, pick),
            Shape::Int { ty, boolean, .. } => self.number(field, *ty, *boolean, pick),
            Shape::Float { ty, .. } => self.float(*ty, pick),
            _ => unreachable!("what is opened should be a scalar"),
        };
        match field {
            Field::Arg(index) => self.input.args[index] = value,
            Field::Cell(home, offset) => self.cells(home).push(Cell { offset, value }),
            Field::Member(..) | Field::Fails(_) => {}
        }
        n_choices
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
        pick: &mut Pick<'_>,
        open: &mut Vec<Open>,
    ) -> usize {
        let program = self.plan.program;
        let size = program.shape_bytes(shape);
        let zero = |at| Cell { offset: at, value: Scalar::Bits(Type::Int(8), 0) };
        self.cells(home).extend((offset..offset + size).map(zero));
        let Shape::Record { fields, .. } = &program.shapes[shape] else { return 1 };
        let has_pointer = |shape| {
            let mut leaves = leaves(program, shape, 1).into_iter();
            leaves.any(|(_, leaf)| program.shapes[leaf].scalar() == Some(Type::Ptr))
        };
        let n_choices = fields.len().max(1);
        if let Some(member) = fields.get(pick.of(n_choices)) {
            // A number that is taken for a pointer leads nowhere.
            let may_be_taken = fields.iter().any(|field| has_pointer(field.shape));
            self.bare |= may_be_taken && !has_pointer(member.shape);
            self.open_fields(member.shape, 1, home, offset + member.offset, open);
        }
        n_choices
    }

    fn number(
        &self,
        field: Field,
        ty: Type,
        boolean: bool,
        pick: &mut Pick<'_>,
    ) -> (Scalar, usize) {
        let values = self.plan.world.values();
        let choices: &[i128] = match boolean {
            _ if self.ends_text(field, ty) => &[0],
            true => &[0, 1],
            false => values,
        };
        let (n_choices, value) = (choices.len(), choices[pick.of(choices.len())]);
        let width = u32::from(ty.int_bits().map_or(64, |bits| bits as u8));
        (Scalar::Bits(ty, value as u128 & (u128::MAX >> (128 - width))), n_choices)
    }

    /// Is a field the last of an array of characters? It is zero in the plain world.
    fn ends_text(&self, field: Field, ty: Type) -> bool {
        match (self.plan.world, field) {
            (World::Plain(_), Field::Cell(Home::Object(obj), offset)) => {
                ty == Type::Int(8) && offset + 1 == self.input.objects[obj].size
            }
            _ => false,
        }
    }

    fn float(&self, ty: Type, pick: &mut Pick<'_>) -> (Scalar, usize) {
        let values = self.plan.world.values();
        let n_choices = if matches!(ty, Type::F32 | Type::F64) { values.len() } else { 1 };
        let value = values[pick.of(n_choices)];
        let bits = match ty {
            Type::F32 => (value as f32).to_bits().into(),
            Type::F64 => (value as f64).to_bits().into(),
            _ => 0,
        };
        (Scalar::Bits(ty, bits), n_choices)
    }

    fn code(&self, field: Field, shape: ShapeId, pick: &mut Pick<'_>) -> (Scalar, usize) {
        let null = self.may_be_null(field).then_some(Scalar::Null);
        let funcs = self.plan.leads.functions(shape).into_iter().map(Scalar::Func);
        let choices: Vec<Scalar> = null.into_iter().chain(funcs).collect();
        let n_choices = choices.len().max(1);
        (choices.get(pick.of(n_choices)).copied().unwrap_or(Scalar::Null), n_choices)
    }

    pub(super) fn may_be_null(&self, field: Field) -> bool {
        match (self.plan.world, field) {
            (World::Plain(extent), Field::Arg(index)) => extent.nullable[index],
            _ => true,
        }
    }

    fn pointer(
        &mut self,
        field: Field,
        shape: ShapeId,
        pick: &mut Pick<'_>,
        open: &mut Vec<Open>,
    ) -> (Scalar, usize) {
        let leads = match self.plan.world {
            World::Plain(extent) => self.plain_leads(extent, field, shape),
            World::Anywhere(anywhere) => self.leads_anywhere(anywhere, field, shape),
        };
        let n_choices = leads.len().max(1);
        let value = match leads.get(pick.of(n_choices)) {
            Some(Lead::Met(value)) => *value,
            Some(Lead::New(new)) => {
                self.bare |= new.bare;
                self.n_nodes += 1;
                let obj = self.make(new.made, open);
                self.objects.insert(obj, new.made);
                Scalar::Object(obj, new.at)
            }
            Some(Lead::Opaque) => {
                self.n_nodes += 1;
                Scalar::Object(self.add_object(1, None), 0)
            }
            None => Scalar::Null,
        };
        (value, n_choices)
    }

    fn make(&mut self, made: Made, open: &mut Vec<Open>) -> Obj {
        let header = made.header.map_or(0, |header| self.plan.program.shape_bytes(header));
        let size = header + self.plan.program.shape_bytes(made.shape) * made.length;
        let obj = self.add_object(size, Some(made.shape));
        let home = Home::Object(obj);
        if let Some(header) = made.header {
            self.open_fields(header, 1, home, 0, open);
        }
        self.open_fields(made.shape, made.length, home, header, open);
        obj
    }

    /// A new object without contents; its name is its number.
    fn add_object(&mut self, size: u64, elem: Option<ShapeId>) -> Obj {
        let name = format!("n{}", self.input.objects.len());
        self.input.objects.push(Object { name, size, cells: Vec::new(), read_only: false, elem })
    }

    fn open_fields(
        &mut self,
        shape: ShapeId,
        length: u64,
        home: Home,
        base: u64,
        open: &mut Vec<Open>,
    ) {
        let program = self.plan.program;
        for (at, leaf) in leaves(program, shape, length) {
            let offset = base + at;
            let field = if program.shapes[leaf].scalar().is_some() {
                Field::Cell(home, offset)
            } else {
                let bytes = offset..offset + program.shape_bytes(leaf);
                let field = Field::Member(home, offset, leaf);
                self.unions.push((home, bytes, field));
                field
            };
            open.push(Open::Data { field, shape: leaf });
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
