//! Variations of several cells at once: texts that grow in the middle, arrays whose elements become alike, data that is copied.
//!
//! One cell at a time comes nowhere near a text of several words, or a node whose children must all be there and of one kind.

use super::Varier;
use crate::limits;
use crate::places::{Place, scalar_at};
use ir::input::{Cell, Input, Obj, Scalar};
use ir::{ShapeId, Type};

impl Varier<'_> {
    /// Characters come between those of a text: a literal, part of some text of the input, or one character that the code knows.
    pub(super) fn insert_text(&mut self, input: &mut Input) {
        let texts = texts_of(input);
        let growing = texts.iter().copied().filter(|&obj| self.is_elastic(input, obj));
        let growing: Vec<Obj> = growing.collect();
        if growing.is_empty() {
            return;
        }
        let obj = *self.random.pick(&growing);
        let other = *self.random.pick(&texts);
        let more = match self.random.below(4) {
            0 if !self.texts.is_empty() => {
                let text = self.random.pick(&self.texts);
                text.iter().copied().take_while(|&byte| byte != 0).collect()
            }
            1 => self.part_of(&text_of(input, other)),
            _ => vec![self.character()],
        };
        let len = text_of(input, obj).len();
        let at = if self.random.below(2) == 0 { len } else { self.below(len + 1) };
        self.insert(input, obj, at, &more);
    }

    /// Some characters in a row.
    fn part_of(&mut self, text: &[u8]) -> Vec<u8> {
        let from = self.below(text.len() + 1);
        let len = self.below(text.len() - from + 1).min(limits::LONGEST_TEXT);
        text[from..from + len].to_vec()
    }

    fn character(&mut self) -> u8 {
        match self.random.below(4) {
            0 => self.random.below(0x80) as u8,
            _ if self.characters.is_empty() => self.random.below(0x80) as u8,
            _ => *self.random.pick(&self.characters),
        }
    }

    /// The array gets as many elements more, and what stood from there on moves on.
    fn insert(&self, input: &mut Input, obj: Obj, at: usize, bytes: &[u8]) {
        let more = bytes.len() as u64;
        let Some(elem) = input.objects[obj].elem else { return };
        if bytes.is_empty() || input.objects[obj].size + more > limits::VARIED_BYTES {
            return;
        }
        self.append(input, obj, elem, more);
        let cells = &mut input.objects[obj].cells;
        for index in (at + bytes.len()..cells.len()).rev() {
            cells[index].value = cells[index - bytes.len()].value;
        }
        for (cell, &byte) in cells[at..].iter_mut().zip(bytes) {
            cell.value = Scalar::Bits(Type::Int(8), byte.into());
        }
    }

    /// Cells in a row that hold the same kind of thing get the value of one of them.
    pub(super) fn fill(&mut self, input: &mut Input) {
        let objects: Vec<Obj> =
            input.objects.iter().filter(|it| it.1.cells.len() > 1).map(|it| it.0).collect();
        if objects.is_empty() {
            return;
        }
        let obj = *self.random.pick(&objects);
        let from = self.below(input.objects[obj].cells.len());
        let place = |cell: usize| Place::Object(obj, cell);
        let (value, kind) = (input.objects[obj].cells[from].value, self.kind_at(input, obj, from));
        let rest = from + 1..input.objects[obj].cells.len();
        let alike = rest.take_while(|&cell| self.kind_at(input, obj, cell) == kind);
        let alike: Vec<usize> = alike.take(limits::FILLED_CELLS).collect();
        if alike.is_empty() {
            return;
        }
        let n = if self.random.below(2) == 0 { alike.len() } else { self.below(alike.len()) + 1 };
        for &cell in &alike[..n] {
            *scalar_at(input, place(cell)) = value;
        }
    }

    /// What tells a cell from one that something else belongs into.
    fn kind_at(&self, input: &Input, obj: Obj, cell: usize) -> (Type, Vec<ShapeId>) {
        let place = Place::Object(obj, cell);
        let ty = input.objects[obj].cells[cell].value.ty();
        match ty {
            Type::Ptr => (ty, self.pointers_at(input, place)),
            _ => (ty, self.shape_of(input, place, ty).into_iter().collect()),
        }
    }

    /// A pointer inside data leads to a copy of what it led to, which changes apart from it from then on.
    pub(super) fn copy_object(&mut self, input: &mut Input) {
        let leading = |cells: &[Cell]| {
            let to = |cell: &Cell| matches!(cell.value, Scalar::Object(..));
            (0..cells.len()).filter(|&index| to(&cells[index])).collect::<Vec<usize>>()
        };
        let pointers = input.objects.iter().flat_map(|(obj, object)| {
            leading(&object.cells).into_iter().map(move |cell| Place::Object(obj, cell))
        });
        let pointers: Vec<Place> = pointers.collect();
        if pointers.is_empty() || input.objects.len() >= limits::VARIED_OBJECTS {
            return;
        }
        let place = *self.random.pick(&pointers);
        let Scalar::Object(obj, offset) = *scalar_at(input, place) else { return };
        let mut copy = input.objects[obj].clone();
        copy.name = self.unused_name(input);
        let copy = input.objects.push(copy);
        *scalar_at(input, place) = Scalar::Object(copy, offset);
    }
}

/// Arrays of characters.
pub(super) fn texts_of(input: &Input) -> Vec<Obj> {
    let is_byte = |cell: &Cell| matches!(cell.value, Scalar::Bits(Type::Int(8), _));
    let is_text = |cells: &[Cell]| cells.len() > 1 && cells.iter().all(is_byte);
    input.objects.iter().filter(|it| is_text(&it.1.cells)).map(|it| it.0).collect()
}

/// What stands in such an array before the first zero.
fn text_of(input: &Input, obj: Obj) -> Vec<u8> {
    let bytes = input.objects[obj].cells.iter().map(|cell| match cell.value {
        Scalar::Bits(_, bits) => bits as u8,
        _ => 0,
    });
    bytes.take_while(|&byte| byte != 0).collect()
}
