//! Machine-level inputs and outputs as the C values that people read and harnesses build.
//!
//! The one place where ids of the IR become names, and bytes become arrays and structures.

mod elsewhere;
mod shown;

pub use elsewhere::restraint;

use crate::concerned::{concerned_globals, named_globals};
use crate::scalars::{member_in_use, number_at};
use entity::SecondaryMap;
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{CastOp, Func, Inst, Linkage, Program, Shape, ShapeId, Type};
use source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};
use suite::{CType, CValue, EnumName, Field, IntType, Place, Step, TypeId, Types};

/// Names, types and values of one program.
pub struct Describer<'p> {
    program: &'p Program,
    /// The C types made so far.
    pub types: Types,
    ids: SecondaryMap<ShapeId, Option<TypeId>>,
    void: TypeId,
    /// The globals that functions name, for those that were asked about.
    named: BTreeMap<Func, BTreeSet<ir::Global>>,
    /// Whether functions look at variable arguments, likewise.
    variadic: BTreeMap<Func, bool>,
}

/// Scalars by their offset in an object.
type Contents = BTreeMap<u64, Scalar>;

/// Variable arguments that a test passes, at least.
const PASSED: usize = 6;

/// Does a function look at variable arguments?
fn takes_more(program: &Program, func: Func) -> bool {
    let body = program.funcs[func].body.as_ref();
    body.is_some_and(|body| body.insts.values().any(|inst| *inst == ir::Inst::Variadic))
}

/// The prototype of a `main` that returns an `int` and takes what a program is given.
fn prototype_of_main(program: &Program, main: Func) -> Option<String> {
    let data = &program.funcs[main];
    let params: Vec<String> =
        data.params.iter().map(|param| program.spelling(param.shape)).collect();
    let is_known = |text: &String| {
        let mut words = text.split([' ', '*']).filter(|word| !word.is_empty());
        words.all(|word| matches!(word, "int" | "char" | "const"))
    };
    let is_one = data.ret.is_some_and(|ret| program.spelling(ret) == "int")
        && (params.is_empty() || !data.sig.variadic)
        && params.iter().all(is_known);
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    is_one.then(|| format!("int main({params})"))
}

impl<'p> Describer<'p> {
    /// A describer that knows no types yet.
    pub fn new(program: &'p Program) -> Self {
        let mut types = Types::new();
        let void = types.add(CType::Void);
        let ids = SecondaryMap::with_default(None);
        Self { program, types, ids, void, named: BTreeMap::new(), variadic: BTreeMap::new() }
    }

    /// What a harness must know to call a function.
    pub fn under_test(
        &mut self,
        map: &SourceMap,
        func: Func,
        include: &str,
    ) -> suite::FunctionUnderTest {
        let program = self.program;
        let data = &program.funcs[func];
        let returns = data.ret.map_or(self.void, |shape| self.ty(shape));
        let params =
            data.params.iter().map(|param| (param.name.clone(), self.ty(param.shape))).collect();
        let mut under_test = suite::FunctionUnderTest::new(&data.name, returns, params, include);
        under_test.is_static = data.linkage == Linkage::Internal;
        let main = program.find_func("main").filter(|main| program.funcs[*main].body.is_some());
        under_test.main_conflict = main.is_some();
        under_test.main_prototype = main.and_then(|main| prototype_of_main(program, main));
        // A program finds its variables as they begin, whatever ran before.
        let begins = world::begins_program(program, func);
        under_test.stateful =
            program.globals.values().any(|global| (global.hidden || begins) && !global.constant);
        under_test.aligned = sees_addresses(program);
        under_test.stubs = self.stubs();
        let others = program.funcs.iter().filter(|(func, _)| world::is_other(program, *func));
        under_test.others = others.map(|(_, data)| data.name.clone()).collect();
        let defined = program.funcs.values().filter(|data| data.body.is_some() && !data.system);
        under_test.defined = defined.map(|data| data.name.clone()).collect();
        under_test.externals = self.externals(map);
        let volatiles = program.globals.values().filter(|global| global.volatile);
        under_test.volatiles = volatiles.map(|global| global.name.clone()).collect();
        under_test
    }

    /// The C type of a shape.
    pub fn ty(&mut self, shape: ShapeId) -> TypeId {
        if let Some(id) = self.ids[shape] {
            return id;
        }
        // Registered before it is complete, since it may lead back to itself.
        let id = self.types.add(CType::Void);
        self.ids[shape] = Some(id);
        let ty = self.c_type(shape);
        self.types.complete(id, ty);
        id
    }

    fn c_type(&mut self, shape: ShapeId) -> CType {
        let program = self.program;
        match &program.shapes[shape] {
            Shape::Int { spelling, ty, signed, character, boolean, names } => CType::Int(IntType {
                spelling: spelling.clone(),
                bits: if *boolean { 1 } else { ty.int_bits().unwrap_or(32) },
                signed: *signed,
                is_char: *character,
                names: names
                    .iter()
                    .map(|(name, value)| EnumName { name: name.clone(), value: *value })
                    .collect(),
            }),
            Shape::Float { spelling, ty } => CType::Float {
                spelling: spelling.clone(),
                bits: match ty {
                    Type::F32 => 32,
                    Type::F80 => 80,
                    Type::F64 | Type::Int(_) | Type::Ptr => 64,
                },
            },
            Shape::Pointer { to, read_only, .. } => {
                let to = to.map_or(self.void, |to| self.ty(to));
                CType::Pointer { to, to_const: *read_only }
            }
            Shape::Code { .. } => {
                CType::FunctionPointer { returns: self.void, params: Vec::new(), variadic: false }
            }
            Shape::Array { elem, len } => CType::Array { elem: self.ty(*elem), len: *len },
            Shape::Record { spelling, union, fields, .. } => CType::Struct {
                spelling: spelling.clone(),
                is_union: *union,
                fields: fields
                    .iter()
                    .map(|field| Field {
                        name: field.name.clone(),
                        ty: self.ty(field.shape),
                        bitfield: field.bits.map(|(_, width)| u32::from(width)),
                    })
                    .collect(),
            },
            Shape::Opaque { spelling, .. } => {
                CType::Struct { spelling: spelling.clone(), is_union: false, fields: Vec::new() }
            }
        }
    }

    /// An input as C values.
    pub fn inputs(&mut self, func: Func, input: &Input) -> suite::Inputs {
        let program = self.program;
        let params = &program.funcs[func].params;
        let objects = self.objects(func, input, |obj| input.objects[obj].cells.clone());
        let failing = input.failing.clone();
        let mut inputs = suite::Inputs { objects, failing, ..suite::Inputs::default() };
        for (param, &arg) in params.iter().zip(&input.args) {
            let value = match (&program.shapes[param.shape], arg) {
                (Shape::Record { .. } | Shape::Array { .. }, Scalar::Object(obj, _)) => {
                    self.value(param.shape, 0, &contents(&input.objects[obj].cells), input)
                }
                _ => self.scalar(param.shape, Some(arg), input),
            };
            inputs.params.push(suite::Param {
                name: param.name.clone(),
                ty: self.ty(param.shape),
                value,
            });
        }
        let given = input.args.iter().skip(params.len()).copied();
        // What a run looks at beyond what was chosen is zero.
        let zeros = std::iter::repeat_n(Scalar::Bits(Type::I64, 0), PASSED);
        let takes_more = *self.variadic.entry(func).or_insert_with(|| takes_more(program, func));
        let n_passed = given.len().max(if takes_more { PASSED } else { 0 });
        for (number, arg) in (1..).zip(given.chain(zeros).take(n_passed)) {
            inputs.params.push(self.variable_argument(number, arg));
        }
        let globals = input.globals.iter().map(|(global, cells)| (*global, cells.clone()));
        inputs.globals = self.globals(func, input, globals);
        for &(func, value) in &input.stubs {
            self.stub_call(func, value, input, &mut inputs.stubs);
        }
        inputs
    }

    /// An argument beyond the parameters: an `int`, a `long long` or a `double`.
    fn variable_argument(&mut self, number: usize, arg: Scalar) -> suite::Param {
        let (ty, value) = match arg {
            Scalar::Bits(Type::F64, bits) => (
                self.types.add(CType::Float { spelling: "double".to_owned(), bits: 64 }),
                CValue::Float(bits),
            ),
            Scalar::Bits(Type::Int(64), bits) => {
                (self.types.int("long long", 64, true), CValue::Int(extend(bits, 64, true)))
            }
            Scalar::Bits(_, bits) => {
                (self.types.int("int", 32, true), CValue::Int(extend(bits, 32, true)))
            }
            _ => (self.types.int("int", 32, true), CValue::Int(0)),
        };
        suite::Param { name: format!("more{number}"), ty, value }
    }

    fn stub_call(
        &mut self,
        func: Func,
        value: Scalar,
        input: &Input,
        calls: &mut Vec<suite::StubCalls>,
    ) {
        let data = &self.program.funcs[func];
        let Some(shape) = data.ret else { return };
        let value = self.scalar(shape, Some(value), input);
        match calls.iter_mut().find(|call| call.function == data.name) {
            Some(call) => call.returns.push(value),
            None => {
                calls.push(suite::StubCalls { function: data.name.clone(), returns: vec![value] });
            }
        }
    }

    /// What a run left behind: its result, and the final contents of objects and of the globals that are inputs.
    pub fn outputs(
        &mut self,
        func: Func,
        input: &Input,
        returns: Option<Scalar>,
        object_cells: impl Fn(Obj) -> Vec<Cell>,
        global_cells: impl Fn(ir::Global) -> Vec<Cell>,
    ) -> suite::Outputs {
        let program = self.program;
        let returns = program.funcs[func].ret.and_then(|shape| match &program.shapes[shape] {
            Shape::Record { .. } | Shape::Array { .. } | Shape::Opaque { .. } => None,
            _ => Some(self.scalar(shape, returns, input)),
        });
        let objects = self.objects(func, input, object_cells);
        let globals: Vec<_> =
            input.globals.iter().map(|&(global, _)| (global, global_cells(global))).collect();
        let globals = self.globals(func, input, globals.into_iter());
        suite::Outputs { returns, objects, globals, ..suite::Outputs::default() }
    }

    /// The objects behind pointer parameters; those that hold aggregate parameters belong to the parameter.
    fn objects(
        &mut self,
        func: Func,
        input: &Input,
        cells: impl Fn(Obj) -> Vec<Cell>,
    ) -> Vec<suite::Object> {
        let mut objects = Vec::new();
        let elements = elements(self.program, func, input);
        for (obj, data) in input.objects.iter() {
            let Some(&elem) = elements.get(&obj) else { continue };
            let contents = contents(&cells(obj));
            let size = self.program.shape_bytes(elem).max(1);
            let values = (0..data.size / size)
                .map(|index| self.value(elem, index * size, &contents, input))
                .collect();
            objects.push(suite::Object {
                name: data.name.clone(),
                elem: self.ty(elem),
                values,
                storage: suite::Storage::Variable,
            });
        }
        objects
    }

    /// The globals that concern the run.
    fn globals(
        &mut self,
        func: Func,
        input: &Input,
        globals: impl Iterator<Item = (ir::Global, Vec<Cell>)>,
    ) -> Vec<suite::Global> {
        let program = self.program;
        let named = self.named.entry(func).or_insert_with(|| named_globals(program, func));
        let concerned = concerned_globals(program, named, input);
        let mut described = Vec::new();
        for (global, cells) in globals.filter(|(global, _)| concerned.contains(global)) {
            let data = &self.program.globals[global];
            let Some(shape) = data.shape else { continue };
            let contents = contents(&cells);
            let value = match world::zeros_at_first(program, global) {
                Some(_) => self.array_of_zeros(shape, 0, &contents, input),
                None => self.value(shape, 0, &contents, input),
            };
            described.push(suite::Global { name: data.name.clone(), ty: self.ty(shape), value });
        }
        described
    }

    /// The same of an array of which the contents are zero where they say nothing.
    fn array_of_zeros(
        &self,
        shape: ShapeId,
        base: u64,
        contents: &Contents,
        input: &Input,
    ) -> CValue {
        let Shape::Array { elem, len } = self.program.shapes[shape] else {
            return self.value(shape, base, contents, input);
        };
        let size = self.program.shape_bytes(elem);
        let zero = match self.program.shapes[elem] {
            Shape::Int { .. } => CValue::Int(0),
            Shape::Float { .. } => CValue::Float(0),
            _ => {
                let row = |at| self.array_of_zeros(elem, base + at * size, contents, input);
                return CValue::Array((0..len).map(row).collect());
            }
        };
        let mut values = vec![zero; len as usize];
        for (&at, _) in contents.range(base..base + len * size) {
            values[((at - base) / size) as usize] = self.value(elem, at, contents, input);
        }
        CValue::Array(values)
    }

    /// The value of a shape at an offset of some contents.
    fn value(&self, shape: ShapeId, base: u64, contents: &Contents, input: &Input) -> CValue {
        match &self.program.shapes[shape] {
            Shape::Array { elem, len } => {
                let size = self.program.shape_bytes(*elem);
                CValue::Array(
                    (0..*len)
                        .map(|index| self.value(*elem, base + index * size, contents, input))
                        .collect(),
                )
            }
            // What `setjmp` keeps there is its own business.
            Shape::Record { spelling, .. } if spelling.contains("jmp_buf") => CValue::Uninit,
            Shape::Record { fields, union, .. } => {
                let member =
                    if *union { member_in_use(self.program, fields, base, contents) } else { 0 };
                let of = |(index, field): (usize, &ir::Field)| match field.bits {
                    _ if *union && index != member => CValue::Uninit,
                    Some(bits) => self.bit_field(field, bits, base, contents),
                    None => self.value(field.shape, base + field.offset, contents, input),
                };
                CValue::Struct(fields.iter().enumerate().map(of).collect())
            }
            Shape::Opaque { .. } => CValue::Uninit,
            _ => self.scalar(shape, contents.get(&base).copied(), input),
        }
    }

    fn bit_field(
        &self,
        field: &ir::Field,
        (shift, width): (u8, u8),
        base: u64,
        contents: &Contents,
    ) -> CValue {
        let first = base + field.offset + u64::from(shift / 8);
        let bits = ((u32::from(shift % 8) + u32::from(width)).div_ceil(8) * 8).min(128);
        let unit = number_at(self.program, contents, first, Type::Int(bits as u8));
        let below = match self.program.target.order {
            ir::ByteOrder::Little => u32::from(shift % 8),
            ir::ByteOrder::Big => bits - u32::from(shift % 8) - u32::from(width),
        };
        match (unit, &self.program.shapes[field.shape]) {
            (Some(unit), Shape::Int { signed, .. }) => {
                CValue::Int(extend(unit >> below, u32::from(width), *signed))
            }
            _ => CValue::Uninit,
        }
    }

    fn scalar(&self, shape: ShapeId, scalar: Option<Scalar>, input: &Input) -> CValue {
        match (scalar, &self.program.shapes[shape]) {
            (None, _) => CValue::Uninit,
            // Reading such a byte as what it stands for is undefined.
            (Some(Scalar::Bits(_, bits)), Shape::Int { boolean: true, .. }) if bits > 1 => {
                CValue::Opaque(format!("the byte {bits}, which is no truth value"))
            }
            (Some(Scalar::Bits(ty, bits)), Shape::Int { signed, .. }) => {
                CValue::Int(extend(bits, ty.int_bits().unwrap_or(64), *signed))
            }
            (Some(Scalar::Bits(_, bits)), Shape::Float { ty: Type::F80, .. })
                if suite::float::is_odd(80, bits) =>
            {
                CValue::Opaque(format!("the odd long double {bits:#x}"))
            }
            (Some(Scalar::Bits(_, bits)), Shape::Float { .. }) => CValue::Float(bits),
            (Some(Scalar::Bits(_, bits)), _) => CValue::Opaque(format!("address {bits:#x}")),
            (Some(Scalar::Null), _) => CValue::Null,
            (Some(Scalar::Func(func)), to) => {
                let data = &self.program.funcs[func];
                if data.linked && data.linkage == Linkage::Internal {
                    return CValue::Opaque(format!("the function {}", data.name));
                }
                let is_code = matches!(to, Shape::Code { .. });
                if is_code && !world::functions_of(self.program, shape).contains(&func) {
                    return CValue::Converted(data.name.clone());
                }
                CValue::Function(data.name.clone())
            }
            (Some(Scalar::Object(obj, offset)), Shape::Pointer { to, .. }) => {
                let object = &input.objects[obj];
                match object.elem.or(*to) {
                    Some(elem) => self.place(object, elem, *to, offset),
                    None => CValue::Opaque(format!("byte {offset} of {}", object.name)),
                }
            }
            (Some(Scalar::Global(global, offset)), Shape::Pointer { to, .. }) => {
                self.global_place(global, *to, offset)
            }
            (Some(Scalar::Global(global, offset)), _) => self.global_place(global, None, offset),
            (Some(Scalar::Object(obj, offset)), _) => {
                CValue::Opaque(format!("byte {offset} of {}", input.objects[obj].name))
            }
        }
    }

    fn place(&self, object: &Object, elem: ShapeId, to: Option<ShapeId>, offset: u64) -> CValue {
        let size = self.program.shape_bytes(elem).max(1);
        let has_first = |to| {
            let is_smaller = self.program.shape_bytes(to) < size && offset < object.size;
            is_smaller && world::has_part(self.program, elem, to)
        };
        if offset.is_multiple_of(size) && !to.is_some_and(has_first) {
            return CValue::pointer(&object.name, offset / size);
        }
        let (object, index) = (object.name.clone(), offset / size);
        let byte = || vec![Step::Byte(offset % size)];
        let path = self.steps(elem, to, offset % size).unwrap_or_else(byte);
        CValue::Pointer(Place { object, index, path })
    }

    fn global_place(&self, global: ir::Global, to: Option<ShapeId>, offset: u64) -> CValue {
        let data = &self.program.globals[global];
        let visible = data.shape.filter(|_| !data.hidden);
        let path = visible.and_then(|shape| self.steps(shape, to, offset));
        match path {
            Some(path) => CValue::Pointer(Place { object: data.name.clone(), index: 0, path }),
            None => CValue::Opaque(format!("byte {offset} of {}", data.name)),
        }
    }

    /// The way to what begins at an offset inside a shape: something of the shape `to` if that is on the way, else a scalar.
    fn steps(&self, shape: ShapeId, to: Option<ShapeId>, offset: u64) -> Option<Vec<Step>> {
        let size = |shape| self.program.shape_bytes(shape);
        let is_aimed_at = |to: ShapeId| to == shape || size(to) >= size(shape);
        if offset == 0 && to.is_some_and(is_aimed_at) {
            return Some(Vec::new());
        }
        match &self.program.shapes[shape] {
            Shape::Array { elem, len } => {
                let size = self.program.shape_bytes(*elem).max(1);
                let index = offset / size;
                if index == *len && offset.is_multiple_of(size) {
                    return Some(vec![Step::Index(index)]);
                }
                let rest = self.steps(*elem, to, offset % size)?;
                Some(std::iter::once(Step::Index(index)).chain(rest).collect())
            }
            Shape::Record { fields, .. } => {
                let inside = |field: &&ir::Field| {
                    field.offset <= offset
                        && offset < field.offset + self.program.shape_bytes(field.shape)
                };
                let field = fields.iter().find(inside)?;
                let rest = self.steps(field.shape, to, offset - field.offset)?;
                Some(std::iter::once(Step::Field(field.name.clone())).chain(rest).collect())
            }
            _ => (offset == 0).then(Vec::new),
        }
    }
}

/// What each object is an array of. Those that hold an aggregate argument belong to that.
pub(crate) fn elements(program: &Program, func: Func, input: &Input) -> BTreeMap<Obj, ShapeId> {
    let objects = input.objects.iter();
    let mut elements: BTreeMap<Obj, ShapeId> =
        objects.filter_map(|(obj, data)| Some((obj, data.elem?))).collect();
    for (param, arg) in program.funcs[func].params.iter().zip(&input.args) {
        if let (Shape::Record { .. } | Shape::Array { .. }, Scalar::Object(obj, _)) =
            (&program.shapes[param.shape], arg)
        {
            elements.remove(obj);
        }
    }
    elements
}

fn contents(cells: &[Cell]) -> Contents {
    cells.iter().map(|cell| (cell.offset, cell.value)).collect()
}

/// The low bits of a word as a number.
fn extend(bits: u128, width: u32, signed: bool) -> i128 {
    let spare = 128 - width.clamp(1, 128);
    if signed { (bits << spare) as i128 >> spare } else { (bits << spare >> spare) as i128 }
}

/// An outcome in a sentence: `` `x > 0` is true in line 8 ``.
pub fn describe_event(program: &Program, map: &SourceMap, event: ir::Event) -> String {
    match event {
        ir::Event::Cond(site, truth) => {
            let span = program.body(site.func).conds[site.cond].span;
            format!("`{}` is {truth} in line {}", map.original(span), place_of(map, span).1)
        }
        ir::Event::Switch(site, target) => {
            let data = &program.body(site.func).switches[site.switch];
            let target = &data.targets[target as usize];
            let name =
                if target.implicit { "no case".to_owned() } else { map.original(target.span) };
            let line = place_of(map, data.span).1;
            format!("`{}` goes to {name} in line {line}", map.original(data.span))
        }
    }
}

/// The line a piece of text stands on, for findings and objectives.
pub fn place_of(map: &source::SourceMap, span: source::Span) -> (Option<String>, u32, u32) {
    match map.locate(span.lo) {
        Some(loc) => (Some(map.files[loc.file].name.clone()), loc.line, loc.col),
        None => (None, 0, 0),
    }
}

/// Does some function make integers of pointers?
fn sees_addresses(program: &Program) -> bool {
    let bodies = program.funcs.values().filter_map(|data| data.body.as_ref());
    let is_one = |inst: &Inst| matches!(inst, Inst::Cast(CastOp::PtrToInt, ..));
    bodies.flat_map(|body| body.insts.values()).any(is_one)
}
