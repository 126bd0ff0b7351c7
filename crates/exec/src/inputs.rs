//! The inputs of a function: parameters, what they lead to, and globals, made as the run asks for them.

use crate::memory::{Cell, Life, ObjId, Object, Origin, Rest};
use crate::value::word_width;
use crate::{Algebra, Alt, Machine, Policy, PtrId, Target, Val};
use entity::SecondaryMap;
use ir::{BinOp, Func, Global, GlobalData, Inst, Linkage, Program, Shape, ShapeId, Type};
use std::collections::BTreeMap;
use std::fmt::Write;

/// One word of input.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf<W> {
    /// What to call it: `x`, `t1[2]`, `p->next`.
    pub name: String,
    /// The word that stands for it.
    pub word: W,
    /// Its machine type.
    pub ty: Type,
    /// What it is.
    pub value: LeafValue,
}

/// What a word of input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafValue {
    /// The n-th argument.
    Param(u32),
    /// The n-th argument is the null pointer (width 1).
    IsNull(u32),
    /// Bytes of an object from this offset.
    Cell(ObjId, u64),
    /// The number of elements of an object (64 bits).
    Length(ObjId),
    /// The result of a call of a function without a body.
    Stub(Func),
}

impl<A: Algebra> Machine<'_, A> {
    /// Makes globals and arguments for a call of `func`, and enters it.
    pub(crate) fn set_up(&mut self, alg: &mut A, func: Func) {
        for (global, data) in self.program.globals.iter() {
            let object = self.global_object(alg, global, data);
            self.globals.push(object);
        }
        for (global, data) in self.program.globals.iter() {
            if !self.is_input(global) {
                self.initialise(alg, global, data);
            }
        }
        let program = self.program;
        let args: Vec<_> = (0..program.funcs[func].params.len())
            .map(|index| self.argument(alg, func, index as u32))
            .collect();
        self.args.clone_from(&args);
        self.enter(func, &args, None);
    }

    /// Is a global part of the input?
    pub fn is_input(&self, global: Global) -> bool {
        is_input(self.program, &self.written, global)
    }

    fn global_object(&mut self, alg: &mut A, global: Global, data: &GlobalData) -> ObjId {
        let rest = match data.shape {
            Some(shape) if self.is_input(global) => Rest::Input(shape),
            _ if data.init.is_some() => Rest::Zero,
            _ => Rest::Uninit,
        };
        let size = alg.constant(64, data.size as u128);
        self.state.objects.push(Object {
            name: data.name.clone(),
            origin: Origin::Global(global),
            size,
            life: Life::Alive,
            read_only: data.constant,
            elastic: false,
            rest,
            cells: BTreeMap::new(),
        })
    }

    fn initialise(&mut self, alg: &mut A, global: Global, data: &GlobalData) {
        let object = self.globals[entity::EntityRef::index(global)];
        for cell in data.init.iter().flatten() {
            match &cell.value {
                ir::InitValue::Bytes(bytes) => self.initial_bytes(alg, object, cell.offset, bytes),
                ir::InitValue::Global(to, addend) => {
                    let to = Target::Object(self.globals[entity::EntityRef::index(*to)]);
                    self.initial_pointer(alg, object, cell.offset, to, *addend);
                }
                ir::InitValue::Func(func) => {
                    self.initial_pointer(alg, object, cell.offset, Target::Func(*func), 0);
                }
            }
        }
    }

    fn initial_bytes(&mut self, alg: &mut A, object: ObjId, offset: u64, bytes: &[u8]) {
        // Up to 16 bytes are one scalar; longer runs are character arrays.
        let chunk = if bytes.len() <= 16 { bytes.len().max(1) } else { 1 };
        for (index, part) in bytes.chunks(chunk).enumerate() {
            let value = part.iter().rev().fold(0u128, |value, &byte| value << 8 | u128::from(byte));
            let word = alg.constant(part.len() as u32 * 8, value);
            let cell = Cell::full(part.len() as u64, Val::Word(word));
            self.state.set_cell(object, offset + (index * chunk) as u64, cell);
        }
    }

    fn initial_pointer(
        &mut self,
        alg: &mut A,
        object: ObjId,
        offset: u64,
        target: Target,
        addend: i64,
    ) {
        let ptr = self.pointer_to(alg, target, addend);
        let len = u64::from(self.program.target.pointer_bytes);
        self.state.set_cell(object, offset, Cell::full(len, Val::Ptr(ptr)));
    }

    /// A pointer to one place.
    pub(crate) fn pointer_to(&mut self, alg: &mut A, target: Target, offset: i64) -> PtrId {
        let (guard, offset) = (alg.yes(), alg.constant(64, offset as u128));
        self.state.pointer(&[Alt { guard, target, offset }])
    }

    fn argument(&mut self, alg: &mut A, func: Func, index: u32) -> Val<A::Word> {
        let program = self.program;
        let param = &program.funcs[func].params[index as usize];
        match &program.shapes[param.shape] {
            Shape::Int { .. } | Shape::Float { .. } => {
                let ty = program.shapes[param.shape].scalar().expect("an Int or Float is a scalar");
                Val::Word(self.leaf(
                    alg,
                    param.name.clone(),
                    ty,
                    LeafValue::Param(index),
                    Some(param.shape),
                ))
            }
            Shape::Pointer { to: Some(to), read_only, .. } => {
                self.pointer_argument(alg, func, index, *to, *read_only)
            }
            Shape::Record { .. } | Shape::Array { .. } => {
                let size = alg.constant(64, program.shape_bytes(param.shape) as u128);
                let object =
                    self.input_object(param.name.clone(), index, size, param.shape, false, false);
                Val::Ptr(self.pointer_to(alg, Target::Object(object), 0))
            }
            Shape::Pointer { to: None, .. } => {
                Val::Opaque("a pointer to void or to an incomplete type as input")
            }
            Shape::Code { .. } => Val::Opaque("a function pointer as input"),
            Shape::Opaque { .. } => Val::Opaque("an input of a type that is not modelled"),
        }
    }

    fn pointer_argument(
        &mut self,
        alg: &mut A,
        func: Func,
        index: u32,
        to: ShapeId,
        read_only: bool,
    ) -> Val<A::Word> {
        let program = self.program;
        let name = &program.funcs[func].params[index as usize].name;
        let elem = program.shape_bytes(to);
        let zero = alg.constant(64, 0);
        let object = self.input_object(name.clone(), index, zero, to, read_only, true);
        let length =
            self.leaf(alg, format!("length of {name}"), Type::I64, LeafValue::Length(object), None);
        self.set_length(alg, object, length, elem);
        let limit = alg.constant(64, self.policy.max_length as u128);
        let short = alg.bin(crate::Bin::Ule, length, limit);
        if self.policy.max_length == Policy::UNBOUNDED.max_length {
            self.assume(short);
        } else {
            self.bound(short, format!("length of {name} <= {}", self.policy.max_length));
        }
        let there = self.pointer_to(alg, Target::Object(object), 0);
        if !compares_with_null(program, func, index) {
            return Val::Ptr(there);
        }
        let is_null =
            self.leaf(alg, format!("{name} == NULL"), Type::BOOL, LeafValue::IsNull(index), None);
        let not_null = alg.not(is_null);
        let offset = alg.constant(64, 0);
        Val::Ptr(self.state.pointer(&[
            Alt { guard: is_null, target: Target::Null, offset },
            Alt { guard: not_null, target: Target::Object(object), offset },
        ]))
    }

    /// Gives an object a number of elements.
    pub(crate) fn set_length(&mut self, alg: &mut A, object: ObjId, length: A::Word, elem: u64) {
        let elem = alg.constant(64, elem as u128);
        self.state.objects[object].size = alg.bin(crate::Bin::Mul, length, elem);
    }

    fn input_object(
        &mut self,
        name: String,
        index: u32,
        size: A::Word,
        shape: ShapeId,
        read_only: bool,
        elastic: bool,
    ) -> ObjId {
        self.state.objects.push(Object {
            name,
            origin: Origin::Param(index),
            size,
            life: Life::Alive,
            read_only,
            elastic,
            rest: Rest::Input(shape),
            cells: BTreeMap::new(),
        })
    }

    /// A new word of input. A `_Bool` is assumed to be 0 or 1.
    pub(crate) fn leaf(
        &mut self,
        alg: &mut A,
        name: String,
        ty: Type,
        value: LeafValue,
        shape: Option<ShapeId>,
    ) -> A::Word {
        let width = word_width(ty).expect("a word of input should not be a pointer");
        let word = alg.fresh(&name, width);
        if let Some(Shape::Int { boolean: true, .. }) =
            shape.map(|shape| &self.program.shapes[shape])
        {
            let one = alg.constant(width, 1);
            let valid = alg.bin(crate::Bin::Ule, word, one);
            self.assume(valid);
        }
        self.state.leaves.push(Leaf { name, word, ty, value });
        word
    }

    /// Makes the input cells that share a byte with `offset .. offset + len` and do not exist yet.
    pub(crate) fn materialise(&mut self, alg: &mut A, object: ObjId, offset: u64, len: u64) {
        let Rest::Input(shape) = self.state.objects[object].rest else { return };
        let mut at = offset;
        while at < offset + len {
            at = self.materialise_leaf(alg, object, shape, at).max(at + 1);
        }
    }

    /// Makes all input cells there can be; false if they cannot be told: a length that is ours to choose, something that is no
    /// word, or more bytes than `most`.
    pub fn materialise_inputs(&mut self, alg: &mut A, most: u64) -> bool {
        let mut bytes = 0;
        for object in self.objects() {
            let data = &self.state.objects[object];
            if !matches!(data.rest, Rest::Input(_)) {
                continue;
            }
            let size = alg.range(data.size).hi;
            bytes += size;
            if data.elastic || bytes > u128::from(most) {
                return false;
            }
            self.materialise(alg, object, 0, size as u64);
            let cells = &self.state.objects[object].cells;
            if cells.values().any(|cell| !matches!(cell.val, Val::Word(_))) {
                return false;
            }
        }
        self.args.iter().all(|arg| matches!(arg, Val::Word(_) | Val::Ptr(_)))
    }

    /// Makes the leaf around one byte unless something already stands there; returns where it ends.
    fn materialise_leaf(&mut self, alg: &mut A, object: ObjId, shape: ShapeId, at: u64) -> u64 {
        let elem = self.program.shape_bytes(shape).max(1);
        let (index, within) = (at / elem, at % elem);
        let Some(leaf) = leaf_at(self.program, shape, within) else { return at + 1 };
        let (start, len) = (index * elem + leaf.offset, leaf.len(self.program));
        if !self.state.objects[object].overlapping(start, len).is_empty() {
            return start + len;
        }
        let name = self.leaf_name(object, shape, index, &leaf.path);
        let val = match leaf.ty {
            Type::Ptr => Val::Opaque("a pointer inside input data"),
            ty => Val::Word(self.cell_leaf(alg, name, ty, (object, start), leaf.shape)),
        };
        self.state.set_cell(object, start, Cell::full(len, val));
        start + len
    }

    /// The word of an input cell; the same one on every path where paths are merged.
    fn cell_leaf(
        &mut self,
        alg: &mut A,
        name: String,
        ty: Type,
        (object, start): (ObjId, u64),
        shape: ShapeId,
    ) -> A::Word {
        if let Some(word) = self.state.known_cell(object, start) {
            return word;
        }
        let word = self.leaf(alg, name, ty, LeafValue::Cell(object, start), Some(shape));
        if let Some(cells) = &mut self.state.input_cells {
            cells.insert((object, start), word);
        }
        word
    }

    fn leaf_name(&self, object: ObjId, shape: ShapeId, index: u64, path: &str) -> String {
        let data = &self.state.objects[object];
        let single = !data.elastic && matches!(data.origin, Origin::Global(_) | Origin::Param(_));
        let record = matches!(self.program.shapes[shape], Shape::Record { .. });
        match (single, record) {
            (true, _) => format!("{}{path}", data.name),
            (false, true) if index == 0 => {
                format!("{}->{}", data.name, path.trim_start_matches('.'))
            }
            (false, _) => format!("{}[{index}]{path}", data.name),
        }
    }
}

/// The globals that are inputs: not constant, and seen or written by others.
pub fn input_globals(program: &Program) -> Vec<Global> {
    let written = crate::machine::written_globals(program);
    program.globals.keys().filter(|&global| is_input(program, &written, global)).collect()
}

fn is_input(program: &Program, written: &SecondaryMap<Global, bool>, global: Global) -> bool {
    let data = &program.globals[global];
    !data.constant
        && !data.hidden
        && data.shape.is_some()
        && (data.linkage == Linkage::External || written[global])
}

/// A scalar inside a shape.
pub(crate) struct ShapeLeaf {
    pub(crate) offset: u64,
    pub(crate) ty: Type,
    pub(crate) shape: ShapeId,
    pub(crate) path: String,
}

impl ShapeLeaf {
    fn len(&self, program: &Program) -> u64 {
        program.bytes(self.ty)
    }
}

/// The scalar that covers a byte of a shape; none for padding and what we cannot build.
pub(crate) fn leaf_at(program: &Program, shape: ShapeId, at: u64) -> Option<ShapeLeaf> {
    let (mut shape, mut at, mut base, mut path) = (shape, at, 0, String::new());
    loop {
        match &program.shapes[shape] {
            Shape::Array { elem, .. } => {
                let size = program.shape_bytes(*elem).max(1);
                let index = at / size;
                write!(path, "[{index}]").expect("writing to a string cannot fail");
                (shape, at, base) = (*elem, at % size, base + index * size);
            }
            Shape::Record { fields, .. } => {
                let field = fields.iter().find(|field| {
                    let size = program.shape_bytes(field.shape);
                    field.offset <= at && at < field.offset + size
                })?;
                if !field.name.is_empty() {
                    path.push('.');
                    path.push_str(&field.name);
                }
                (shape, at, base) = (field.shape, at - field.offset, base + field.offset);
            }
            Shape::Opaque { .. } => return None,
            scalar => {
                let ty = scalar.scalar().expect("what is no aggregate should be a scalar");
                return Some(ShapeLeaf { offset: base, ty, shape, path });
            }
        }
    }
}

/// Does the body compare its n-th parameter with the null pointer? Then null is worth trying.
fn compares_with_null(program: &Program, func: Func, index: u32) -> bool {
    let Some(body) = &program.funcs[func].body else { return false };
    let param = body.params[index as usize];
    let is_param = |value| matches!(body.insts[value], Inst::Get(local) if local == param);
    let is_null = |value| matches!(body.insts[value], Inst::Null);
    body.insts.values().any(|inst| match inst {
        Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) => {
            is_param(*a) && is_null(*b) || is_null(*a) && is_param(*b)
        }
        _ => false,
    })
}
