//! Variations of what pointers lead to: other objects, new ones, longer ones, text; and allocations that fail.

use super::Varier;
use super::stretch::texts_of;
use crate::limits;
use crate::places::{Place, places, scalar_at, with};
use crate::scalars::scalars;
use ir::input::{Cell, Input, Obj, Object, Scalar};
use ir::{Func, Shape, ShapeId, Signature, Type};
use std::collections::BTreeSet;
use world::{functions_of, hosts};

impl Varier<'_> {
    /// A pointer inside data leads elsewhere: to null, to something of its type that there is, or to something new. Arguments lead
    /// where they led: whether two of them may meet is a question of its own.
    pub(super) fn change_pointer(&mut self, input: &mut Input, all: &[(Place, Scalar)]) {
        let is_inside = |place: &Place| matches!(place, Place::Object(..) | Place::Global(..));
        // A number in a union may make room for a pointer.
        let numbers = self.random.below(limits::POINTERS_FOR_A_NUMBER) == 0;
        let suits = |scalar: &Scalar| match scalar {
            Scalar::Bits(ty, _) => numbers && self.program.bytes(*ty) == self.pointer_bytes(),
            _ => !numbers,
        };
        let pointers = all.iter().filter(|(place, scalar)| is_inside(place) && suits(scalar));
        let pointers: Vec<_> = pointers.copied().collect();
        if pointers.is_empty() {
            return;
        }
        let (place, old) = *self.random.pick(&pointers);
        if let Some(new) = self.another_pointer(input, place, old) {
            *scalar_at(input, place) = new;
        }
    }

    /// What else a pointer may lead to; of a union it may be any of the pointers there. What leads to whatever leads to what the
    /// code takes that for.
    fn another_pointer(&mut self, input: &mut Input, place: Place, old: Scalar) -> Option<Scalar> {
        let pointers = self.pointers_at(input, place);
        if pointers.is_empty() {
            return None;
        }
        let is_number = matches!(old, Scalar::Bits(..));
        if !is_number && self.random.below(limits::POINTERS_FOR_A_NUMBER) == 0 {
            return self.number_at(input, place).map(|ty| Scalar::Bits(ty, 0));
        }
        let shape = *self.random.pick(&pointers);
        let mut functions = self.world.functions_behind(shape).concat();
        let Shape::Pointer { to, .. } = self.program.shapes[shape] else {
            functions.extend(functions_of(self.program, shape));
            return Some(self.some_function(&functions));
        };
        if !functions.is_empty() && self.random.below(2) == 0 {
            return Some(self.some_function(&functions));
        }
        let to = to.or_else(|| self.some_host())?;
        Some(self.some_object(input, to, old))
    }

    /// The number that may stand in a union where a pointer stands.
    fn number_at(&self, input: &Input, place: Place) -> Option<Type> {
        let numbers = [Type::F64, Type::I64].into_iter();
        let mut suiting = numbers.filter(|ty| self.program.bytes(*ty) == self.pointer_bytes());
        suiting.find(|&ty| {
            let shape = self.shape_of(input, place, ty);
            shape.is_some_and(|it| self.program.shapes[it].scalar() == Some(ty))
        })
    }

    fn pointer_bytes(&self) -> u64 {
        u64::from(self.program.target.pointer_bytes)
    }

    /// One of the kinds of things that the code takes for what a `void *` leads to.
    fn some_host(&mut self) -> Option<ShapeId> {
        let hosts = hosts(self.program, &self.world.views, None);
        let number = (!hosts.is_empty()).then(|| self.below(hosts.len()))?;
        Some(hosts[number].shape)
    }

    fn some_function(&mut self, funcs: &[Func]) -> Scalar {
        match self.below(funcs.len() + 1).checked_sub(1) {
            Some(index) => Scalar::Func(funcs[index]),
            None => Scalar::Null,
        }
    }

    fn some_object(&mut self, input: &mut Input, to: ShapeId, old: Scalar) -> Scalar {
        let alike = input.objects.iter().filter(|(_, object)| object.elem == Some(to));
        let alike: Vec<Obj> = alike.map(|(obj, _)| obj).collect();
        match self.random.below(4) {
            0 if old != Scalar::Null => Scalar::Null,
            1 if !alike.is_empty() => Scalar::Object(*self.random.pick(&alike), 0),
            _ if input.objects.len() < limits::VARIED_OBJECTS => self.new_object(input, to),
            _ => old,
        }
    }

    /// A new object, all zero, of a few elements.
    fn new_object(&mut self, input: &mut Input, elem: ShapeId) -> Scalar {
        let most = if self.is_record(elem) { 2 } else { limits::NEW_ELEMENTS };
        let length = 1 + self.random.below(most);
        self.object_of(input, elem, length)
    }

    fn is_record(&self, shape: ShapeId) -> bool {
        matches!(self.program.shapes[shape], Shape::Record { .. })
    }

    /// The same input with functions at a place that may be called in such a way, if a pointer to functions may stand there: one of
    /// those of the unit, and one that does as tests say.
    pub(crate) fn calling(&self, input: &Input, place: Place, sig: &Signature) -> Vec<Input> {
        let behind = |shape: ShapeId| {
            let mut functions = self.world.functions_behind(shape).concat();
            functions.extend(functions_of(self.program, shape));
            functions
        };
        let all = self.pointers_at(input, place).into_iter().flat_map(behind);
        let fit: Vec<Func> =
            all.filter(|&func| self.program.funcs[func].sig.answers(sig)).collect();
        let some = fit.last().into_iter().chain(fit.first().filter(|_| fit.len() > 1));
        some.map(|&func| with(input, place, Scalar::Func(func))).collect()
    }

    /// The same input with something behind a null pointer: a structure, an array with room, a function; none where the type does
    /// not say what.
    pub(crate) fn filled(&mut self, input: &Input, place: Place) -> Option<Input> {
        let shape = self.shape_of(input, place, Type::Ptr)?;
        let mut other = input.clone();
        let new = match &self.program.shapes[shape] {
            Shape::Code { .. } => {
                // The last ones stand for functions of other files, and do as tests say.
                Scalar::Func(*functions_of(self.program, shape).last()?)
            }
            Shape::Pointer { to: Some(to), .. } => {
                let length = if self.is_record(*to) { 1 } else { limits::ROOMY };
                self.object_of(&mut other, *to, length)
            }
            _ => return None,
        };
        *scalar_at(&mut other, place) = new;
        (new != Scalar::Null).then_some(other)
    }

    /// The same input where all arrays behind pointers have so many elements, as far as they may grow.
    pub(crate) fn lengthened(&self, input: &Input, length: u64) -> Input {
        let mut longer = input.clone();
        for obj in input.objects.keys().filter(|&obj| self.is_elastic(input, obj)) {
            let Some(elem) = input.objects[obj].elem else { continue };
            let bytes = self.program.shape_bytes(elem).max(1);
            let n_elems = input.objects[obj].size / bytes;
            if n_elems < length && bytes * length <= limits::VARIED_BYTES {
                self.append(&mut longer, obj, elem, length - n_elems);
            }
        }
        longer
    }

    /// The same input with room, all zero, before what parameters lead to: so many bytes, or some more where elements are large.
    pub(crate) fn moved(&self, input: &Input, bytes: u64) -> Input {
        let mut other = input.clone();
        let to_start = input.args.iter().filter_map(|arg| match arg {
            Scalar::Object(obj, 0) => Some(*obj),
            _ => None,
        });
        let all: BTreeSet<Obj> = to_start.filter(|&obj| self.is_elastic(input, obj)).collect();
        for obj in all {
            let Some(elem) = input.objects[obj].elem else { continue };
            let shift = bytes.next_multiple_of(self.program.shape_bytes(elem).max(1));
            let Object { cells, size, .. } = &mut other.objects[obj];
            let (old, old_size) = (std::mem::take(cells), std::mem::take(size));
            self.append(&mut other, obj, elem, shift / self.program.shape_bytes(elem).max(1));
            let object = &mut other.objects[obj];
            object.size += old_size;
            let shifted = old.into_iter().map(|it| Cell { offset: it.offset + shift, ..it });
            object.cells.extend(shifted);
            for (place, scalar) in places(&other) {
                if let Scalar::Object(to, offset) = scalar
                    && to == obj
                {
                    *scalar_at(&mut other, place) = Scalar::Object(to, offset + shift);
                }
            }
        }
        other
    }

    fn object_of(&self, input: &mut Input, elem: ShapeId, length: u64) -> Scalar {
        let bytes = self.program.shape_bytes(elem);
        if bytes == 0 || bytes * length > limits::VARIED_BYTES {
            return Scalar::Null;
        }
        let name = self.unused_name(input);
        let object =
            Object { name, size: 0, cells: Vec::new(), read_only: false, elem: Some(elem) };
        let obj = input.objects.push(object);
        self.append(input, obj, elem, length);
        Scalar::Object(obj, 0)
    }

    pub(super) fn unused_name(&self, input: &Input) -> String {
        let params = &self.program.funcs[self.world.func].params;
        let is_taken = |name: &String| {
            input.objects.values().any(|object| object.name == *name)
                || params.iter().any(|param| param.name == *name)
                || self.program.globals.values().any(|global| global.name == *name)
        };
        let mut names = (1..).map(|number| format!("n{number}"));
        names.find(|name| !is_taken(name)).expect("there is always another number")
    }

    /// An array gets more elements, all zero: how many there are is for callers to say.
    pub(super) fn lengthen(&mut self, input: &mut Input) {
        let arrays = input.objects.keys().filter(|&obj| self.is_elastic(input, obj));
        let arrays: Vec<Obj> = arrays.collect();
        if arrays.is_empty() {
            return;
        }
        let obj = *self.random.pick(&arrays);
        let Some(elem) = input.objects[obj].elem else { return };
        let more = 1 << self.random.below(limits::DOUBLINGS);
        let bytes = self.program.shape_bytes(elem).max(1);
        if input.objects[obj].size + bytes * more <= limits::VARIED_BYTES {
            self.append(input, obj, elem, more);
        }
    }

    /// Is it what a pointer leads to, and no argument that is passed by value?
    pub(super) fn is_elastic(&self, input: &Input, obj: Obj) -> bool {
        let params = self.program.funcs[self.world.func].params.iter();
        let by_value = params.zip(&input.args).any(|(param, arg)| {
            let is_pointer = matches!(self.program.shapes[param.shape], Shape::Pointer { .. });
            !is_pointer && matches!(arg, Scalar::Object(other, _) if *other == obj)
        });
        !by_value && !self.world.takes_arguments && input.objects[obj].elem.is_some()
    }

    pub(super) fn append(&self, input: &mut Input, obj: Obj, elem: ShapeId, more: u64) {
        let bytes = self.program.shape_bytes(elem).max(1);
        let object = &mut input.objects[obj];
        let first = object.size / bytes;
        for index in first..first + more {
            scalars(self.program, elem, index * bytes, &mut |offset, kind| {
                let value = match kind.ty {
                    Type::Ptr => Scalar::Null,
                    ty => Scalar::Bits(ty, 0),
                };
                object.cells.push(Cell { offset, value });
            });
        }
        object.size = (first + more) * bytes;
    }

    /// An array of characters gets a text that the code knows.
    pub(super) fn write_text(&mut self, input: &mut Input) {
        let arrays = texts_of(input);
        if arrays.is_empty() || self.texts.is_empty() {
            return;
        }
        let (obj, text) = (*self.random.pick(&arrays), self.random.pick(&self.texts).clone());
        let at = self.below(input.objects[obj].cells.len());
        let at = if self.random.below(2) == 0 { 0 } else { at };
        let missing = (at + text.len()).saturating_sub(input.objects[obj].cells.len());
        if missing > 0 && self.random.below(2) == 0 && self.is_elastic(input, obj) {
            let elem = input.objects[obj].elem.expect("what is elastic has elements");
            self.append(input, obj, elem, missing as u64);
        }
        for (cell, byte) in input.objects[obj].cells[at..].iter_mut().zip(text) {
            cell.value = Scalar::Bits(Type::Int(8), byte.into());
        }
    }

    /// One more allocation, or one less, finds no memory.
    pub(super) fn let_allocation_fail(&mut self, input: &mut Input) {
        if !self.world.allocates || !self.fails {
            return;
        }
        let number = self.below(limits::FAILING_AT_MOST) as u32;
        if let Some(index) = input.failing.iter().position(|&it| it == number) {
            input.failing.remove(index);
        } else {
            input.failing.push(number);
            input.failing.sort_unstable();
        }
    }
}
