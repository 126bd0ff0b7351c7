//! The seed phase: cheap inputs made of the constants of the code, before any solving.

mod links;

use crate::limits;
use crate::random::Random;
use crate::scalars::{Kind, contains_pointer, scalars};
use ir::input::{Cell, Input, Object, Scalar};
use ir::{Func, Global, Inst, Program, Shape, ShapeId, Type};
use std::collections::BTreeSet;
use world::{Overlap, Together, World};

/// Makes inputs of one function.
pub(crate) struct Seeds<'p> {
    program: &'p Program,
    func: Func,
    globals: Vec<Global>,
    pairs: Vec<Overlap>,
    constants: Vec<u128>,
    random: Random,
}

impl<'p> Seeds<'p> {
    /// Seeds for a function whose input globals are these.
    pub(crate) fn new(
        world: &'p World<'p>,
        funcs: &[Func],
        globals: Vec<Global>,
        seed: u64,
    ) -> Self {
        let (program, func) = (world.program, world.func);
        Self {
            program,
            func,
            globals,
            pairs: world.overlaps.clone(),
            constants: constants(program, funcs),
            random: Random::new(seed),
        }
    }

    /// Can inputs be made at all? Pointers inside data and to functions are beyond seeds.
    pub(crate) fn possible(&self) -> bool {
        let scalar_only = |shape| !contains_pointer(self.program, shape);
        self.program.funcs[self.func].params.iter().all(|param| {
            match &self.program.shapes[param.shape] {
                Shape::Pointer { to: Some(to), .. } => scalar_only(*to),
                _ => scalar_only(param.shape),
            }
        })
    }

    /// The next input.
    pub(crate) fn make(&mut self) -> Input {
        let mut input = Input::default();
        let program = self.program;
        for param in &program.funcs[self.func].params {
            let arg = match &program.shapes[param.shape] {
                Shape::Pointer { to: Some(to), read_only, .. } => {
                    let length = self.random.below(limits::SEED_LENGTH + 1);
                    let length = length.max(program.funcs[self.func].elements_passed(param));
                    self.object(&mut input, &param.name, *to, length, *read_only)
                }
                Shape::Record { .. } | Shape::Array { .. } => {
                    self.object(&mut input, &param.name, param.shape, 1, false)
                }
                Shape::Pointer { .. } | Shape::Code { .. } | Shape::Opaque { .. } => Scalar::Null,
                Shape::Int { ty, .. } | Shape::Float { ty, .. } => {
                    self.scalar(Kind { ty: *ty, shape: Some(param.shape) })
                }
            };
            input.args.push(arg);
        }
        for pair in self.pairs.clone() {
            self.put_together(&mut input, pair);
        }
        for global in self.globals.clone() {
            let Some(shape) = program.globals[global].shape else { continue };
            let cells = match world::zeros_at_first(program, global) {
                Some(ty) => self.first_numbers(ty),
                None => self.cells(shape, 1),
            };
            input.globals.push((global, cells));
        }
        input
    }

    /// The constants of the code as values of a type.
    pub(crate) fn constants_of(&self, ty: Type) -> Vec<u128> {
        let mask = mask_of(ty);
        let values: BTreeSet<u128> = self.constants.iter().map(|value| value & mask).collect();
        values.into_iter().take(limits::RESULT_CONSTANTS).collect()
    }

    /// A few other values of a type.
    pub(crate) fn some_of(&mut self, ty: Type) -> [u128; 2] {
        let mask = mask_of(ty);
        [(); 2].map(|()| *self.random.pick(&self.constants) & mask)
    }

    /// Pointers that the code takes for two into one array lead into one.
    fn put_together(&mut self, input: &mut Input, pair: Overlap) {
        let (first, second) = (pair.first as usize, pair.second as usize);
        let (low, high) = match pair.together {
            None => return,
            Some(Together::Anyhow | Together::Before) => (first, second),
            Some(Together::After) => (second, first),
        };
        let Scalar::Object(array, start) = input.args[low] else { return };
        let shape = input.objects[array].elem.expect("a seed's array has elements");
        let elem = self.program.shape_bytes(shape).max(1);
        let behind = (input.objects[array].size - start) / elem;
        input.args[high] = Scalar::Object(array, start + elem * self.random.below(behind + 1));
    }

    fn object(
        &mut self,
        input: &mut Input,
        name: &str,
        shape: ShapeId,
        length: u64,
        read_only: bool,
    ) -> Scalar {
        let cells = self.cells(shape, length);
        let size = self.program.shape_bytes(shape) * length;
        let obj = input.objects.push(Object {
            name: name.to_owned(),
            size,
            cells,
            read_only,
            elem: Some(shape),
        });
        Scalar::Object(obj, 0)
    }

    fn cells(&mut self, shape: ShapeId, length: u64) -> Vec<Cell> {
        let size = self.program.shape_bytes(shape);
        let mut places = Vec::new();
        for index in 0..length {
            scalars(self.program, shape, index * size, &mut |offset, kind| {
                places.push((offset, kind));
            });
        }
        let cell = |(offset, kind)| Cell { offset, value: self.scalar(kind) };
        places.into_iter().map(cell).collect()
    }

    /// The first few numbers of a large array; the rest is zero.
    fn first_numbers(&mut self, ty: Type) -> Vec<Cell> {
        let len = self.program.bytes(ty);
        let cell =
            |index| Cell { offset: index * len, value: self.scalar(Kind { ty, shape: None }) };
        (0..limits::SEED_NUMBERS).map(cell).collect()
    }

    fn scalar(&mut self, Kind { ty, shape }: Kind) -> Scalar {
        let shape = shape.map(|shape| &self.program.shapes[shape]);
        if let Some(Shape::Int { boolean: true, .. }) = shape {
            return Scalar::Bits(ty, u128::from(self.random.below(2)));
        }
        if ty == Type::Ptr {
            return Scalar::Null;
        }
        let mask = mask_of(ty);
        let value = match self.random.below(8) {
            0..4 => *self.random.pick(&self.constants),
            4..6 => u128::from(self.random.below(4)).wrapping_sub(1),
            6 => *self.random.pick(&[0, 1, mask, mask >> 1, (mask >> 1) + 1]),
            _ => u128::from(self.random.below(256)),
        };
        Scalar::Bits(ty, value & mask)
    }
}

/// The bits of a type.
pub(crate) fn mask_of(ty: Type) -> u128 {
    let width = match ty {
        Type::Int(bits) => u32::from(bits),
        Type::F32 => 32,
        Type::F64 | Type::Ptr => 64,
        Type::F80 => 80,
    };
    u128::MAX >> (128 - width)
}

/// The constants of the code, each with its neighbours.
pub(crate) fn constants(program: &Program, funcs: &[Func]) -> Vec<u128> {
    let near = |bits: u128| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)];
    let mut found = vec![0, 1];
    for inst in funcs.iter().flat_map(|&func| program.body(func).insts.values()) {
        match inst {
            Inst::Int(_, bits) => found.extend(near(*bits)),
            Inst::Float(_, bits) => found.push(*bits),
            _ => {}
        }
    }
    found.extend(named_constants(program, funcs));
    found.sort_unstable();
    found.dedup();
    found
}

/// The integers that the code names, in order.
pub(crate) fn named_constants(program: &Program, funcs: &[Func]) -> Vec<u128> {
    let mut found = BTreeSet::new();
    for inst in funcs.iter().flat_map(|&func| program.body(func).insts.values()) {
        match inst {
            Inst::Int(_, bits) => _ = found.insert(*bits),
            Inst::Switch { arms, .. } => {
                found.extend(arms.iter().flat_map(|arm| [arm.lo as u128, arm.hi as u128]));
            }
            _ => {}
        }
    }
    found.into_iter().collect()
}
