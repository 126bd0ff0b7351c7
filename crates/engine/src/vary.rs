//! Variations of inputs: a few scalars, pointers, lengths or results changed at random, and the input stays one that callers can give.
//!
//! What greybox fuzzers do to bytes is done here to structures (Zalewski's AFL; Pham and others, "Smart greybox fuzzing"): numbers
//! get constants of the code or values that stand elsewhere in the input, text gets literals, pointers lead to what there is of
//! their type or to something new. What a variation is good for is for others to see; nothing is run here.

mod memory;
mod stretch;
mod texts;

use crate::limits;
use crate::places::{Place, places, scalar_at};
use crate::random::Random;
use crate::seeds::{constants, mask_of, named_constants};
use entity::EntityRef;
use ir::input::{Input, Scalar};
use ir::{Func, Program, Shape, ShapeId, Type};
use std::collections::{BTreeMap, BTreeSet};
use texts::texts;
use world::{World, leaf_at, pointers_at};

/// Makes variations of inputs of one function.
pub(crate) struct Varier<'p> {
    world: &'p World<'p>,
    program: &'p Program,
    constants: Vec<u128>,
    /// Integers of the code as they stand there.
    named: Vec<u128>,
    /// Bytes of literals that the code names, and of numbers where it reads some; and constants of it that are characters.
    texts: Vec<Vec<u8>>,
    characters: Vec<u8>,
    /// Results of functions without a body in runs that returned.
    results: BTreeMap<Func, BTreeSet<u128>>,
    /// May allocations fail?
    fails: bool,
    random: Random,
}

impl<'p> Varier<'p> {
    /// One that knows the constants of these functions.
    pub(crate) fn new(world: &'p World<'p>, funcs: &[Func], seed: u64) -> Self {
        let program = world.program;
        let constants = constants(program, funcs);
        let texts = texts(world, funcs, &constants);
        let named = named_constants(program, funcs);
        let bytes = named.iter().filter_map(|&bits| u8::try_from(bits).ok());
        let is_character = |it: &u8| it.is_ascii_graphic() || it.is_ascii_whitespace();
        Self {
            world,
            program,
            characters: bytes.filter(is_character).collect(),
            constants,
            named,
            texts,
            results: BTreeMap::new(),
            fails: true,
            random: Random::new(seed),
        }
    }

    /// The same, where allocations may fail or not.
    pub(crate) fn failing(self, fails: bool) -> Self {
        Self { fails, ..self }
    }

    /// Takes in what functions without a body returned in a run that returned: callers can do with it.
    pub(crate) fn learn_results(&mut self, script: &[(Func, Scalar)]) {
        for (func, result) in script {
            let known = self.results.entry(*func).or_default();
            if let Scalar::Bits(_, bits) = *result
                && known.len() < limits::RESULT_VALUES
            {
                known.insert(bits);
            }
        }
    }

    /// A number below `limit`, which is not zero.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    /// Another input, and perhaps another again.
    pub(crate) fn vary(&mut self, input: &Input) -> Input {
        let mut other = input.clone();
        let all = places(input);
        for _ in 0..=self.random.below(limits::CHANGES_AT_ONCE) {
            match self.random.below(20) {
                0 => self.lengthen(&mut other),
                1 => self.write_text(&mut other),
                2 => self.let_allocation_fail(&mut other),
                3..6 => self.change_pointer(&mut other, &all),
                6..9 => self.insert_text(&mut other),
                9 => self.fill(&mut other),
                10 => self.copy_object(&mut other),
                _ => self.change_number(&mut other, &all),
            }
        }
        other
    }

    /// A number gets another value, often one that stands somewhere.
    fn change_number(&mut self, input: &mut Input, all: &[(Place, Scalar)]) {
        if all.is_empty() {
            return;
        }
        // Most cells of large objects are never looked at; arguments and results are.
        let (first, few) = (input.args.len(), input.args.len() + input.stubs.len());
        let index = match self.random.below(4) {
            0 if few > 0 => match self.below(few) {
                arg if arg < first => arg,
                stub => all.len() - few + stub,
            },
            1 => self.below(all.len()),
            // Of a structure beside a long text each member is as good as all of that.
            _ => self.index_in_some_object(input, all),
        };
        let (place, scalar) = all[index];
        let Scalar::Bits(ty, old) = scalar else { return };
        let value = match self.result_of(input, place) {
            Some(result) if self.random.below(4) > 0 => result,
            _ => self.another(ty, old, all),
        };
        if self.may_hold(input, place, ty, value) {
            *scalar_at(input, place) = Scalar::Bits(ty, value);
        }
    }

    /// Where a cell of some object stands among all scalars, whatever the size of the object.
    fn index_in_some_object(&mut self, input: &Input, all: &[(Place, Scalar)]) -> usize {
        let number = self.below(input.objects.len().max(1));
        let is_inside = |place: &Place| match place {
            Place::Object(obj, _) => obj.index() == number,
            Place::Arg(_) | Place::Global(..) | Place::Stub(_) => false,
        };
        match all.iter().position(|(place, _)| is_inside(place)) {
            Some(first) => {
                let n = all[first..].iter().take_while(|(place, _)| is_inside(place)).count();
                first + self.below(n)
            }
            None => self.below(all.len()),
        }
    }

    /// A result that a function without a body had in some run that returned.
    fn result_of(&mut self, input: &Input, place: Place) -> Option<u128> {
        let Place::Stub(index) = place else { return None };
        let known: Vec<u128> = self.results.get(&input.stubs[index].0)?.iter().copied().collect();
        (!known.is_empty()).then(|| *self.random.pick(&known))
    }

    fn another(&mut self, ty: Type, old: u128, all: &[(Place, Scalar)]) -> u128 {
        let mask = mask_of(ty);
        let step = u128::from(self.random.below(limits::LARGEST_STEP) + 1);
        let value = match self.random.below(9) {
            0 | 1 => *self.random.pick(&self.constants),
            2 | 3 => match self.random.pick(all).1 {
                Scalar::Bits(_, bits) => bits,
                _ => old.wrapping_add(1),
            },
            4 => old.wrapping_add(step),
            5 => old.wrapping_sub(step),
            6 => *self.random.pick(&[0, 1, mask, mask >> 1, (mask >> 1) + 1]),
            // Flags come and go, by themselves or as the code names them.
            _ if !self.named.is_empty() && self.random.below(2) == 0 => {
                old ^ *self.random.pick(&self.named)
            }
            _ => old ^ 1 << self.random.below(u64::from(mask.count_ones())),
        };
        value & mask
    }

    /// May a scalar have this value there? Truth values are zero or one.
    pub(crate) fn may_hold(&self, input: &Input, place: Place, ty: Type, value: u128) -> bool {
        let shape = self.shape_of(input, place, ty).map(|shape| &self.program.shapes[shape]);
        value <= 1 || !matches!(shape, Some(Shape::Int { boolean: true, .. }))
    }

    /// What stands at a place of an input.
    pub(crate) fn shape_of(&self, input: &Input, place: Place, ty: Type) -> Option<ShapeId> {
        let program = self.program;
        let inside = |shape: ShapeId, offset: u64| {
            let elem = program.shape_bytes(shape).max(1);
            leaf_at(program, shape, offset % elem, Some(ty))?.shape
        };
        match place {
            Place::Arg(index) => Some(program.funcs[self.world.func].params.get(index)?.shape),
            Place::Object(obj, cell) => {
                let object = &input.objects[obj];
                inside(object.elem?, object.cells[cell].offset)
            }
            Place::Global(index, cell) => {
                let (global, cells) = &input.globals[index];
                inside(program.globals[*global].shape?, cells[cell].offset)
            }
            Place::Stub(index) => program.funcs[input.stubs[index].0].ret,
        }
    }
}

impl Varier<'_> {
    /// The pointers, to data or to functions, that may stand at a place; several where it is in a union.
    fn pointers_at(&self, input: &Input, place: Place) -> Vec<ShapeId> {
        let program = self.program;
        let inside = |shape: ShapeId, offset: u64| {
            pointers_at(program, shape, offset % program.shape_bytes(shape).max(1))
        };
        match place {
            Place::Object(obj, cell) => {
                let object = &input.objects[obj];
                object.elem.map_or_else(Vec::new, |it| inside(it, object.cells[cell].offset))
            }
            Place::Global(index, cell) => {
                let (global, cells) = &input.globals[index];
                let shape = program.globals[*global].shape;
                shape.map_or_else(Vec::new, |it| inside(it, cells[cell].offset))
            }
            Place::Arg(_) | Place::Stub(_) => Vec::new(),
        }
    }
}
