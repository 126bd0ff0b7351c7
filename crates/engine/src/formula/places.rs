//! Places of inputs as C writes them: `x`, `t[2]`, `p->next->value`.
//!
//! It knows nothing of values. What no expression of C reaches from a parameter or a global has no name.

use crate::limits;
use crate::witness::Words;
use exec::{Machine, ObjId, Origin, Site, Val};
use ir::{Func, Program, Shape, ShapeId};
use term::Term;

/// Names for the inputs of one function.
pub(super) struct Names<'p> {
    program: &'p Program,
    /// The function under test.
    pub(super) func: Func,
}

impl<'p> Names<'p> {
    pub(super) fn new(program: &'p Program, machine: &Machine<'_, Words<'_>>) -> Self {
        let func = machine.frames().next().expect("the function under test stays active").0;
        Self { program, func }
    }

    /// The integer of so many bytes at an offset of an object, and whether it is signed.
    pub(super) fn place(
        &self,
        machine: &Machine<'_, Words<'_>>,
        object: ObjId,
        offset: u64,
        bytes: u64,
    ) -> Option<(String, bool)> {
        let (text, shape) = self.scalar(machine, object, offset, limits::NAME_STEPS)?;
        let signed = is_signed(self.program, shape)?;
        (self.program.shape_bytes(shape) == bytes).then_some((text, signed))
    }

    /// A pointer of the input.
    pub(super) fn pointer(&self, machine: &Machine<'_, Words<'_>>, site: Site) -> Option<String> {
        self.pointer_within(machine, site, limits::NAME_STEPS)
    }

    fn pointer_within(
        &self,
        machine: &Machine<'_, Words<'_>>,
        site: Site,
        steps: u32,
    ) -> Option<String> {
        match site {
            Site::Param(index) => {
                Some(self.program.funcs[self.func].params[index as usize].name.clone())
            }
            Site::Cell(object, offset) => {
                let (text, shape) = self.scalar(machine, object, offset, steps)?;
                matches!(self.program.shapes[shape], Shape::Pointer { .. }).then_some(text)
            }
        }
    }

    /// What was written, and what stands there now.
    pub(super) fn written(&self, machine: &Machine<'_, Words<'_>>) -> Vec<(String, Term)> {
        let before = |object: ObjId, offset: u64, word: Term| {
            machine.leaves().iter().any(|leaf| {
                leaf.word == word && leaf.value == exec::LeafValue::Cell(object, offset)
            })
        };
        let mut all = Vec::new();
        for object in machine.objects() {
            for (offset, bytes, val) in machine.cells(object) {
                let Val::Word(word) = val else { continue };
                if before(object, offset, word) {
                    continue;
                }
                let place = self.place(machine, object, offset, bytes);
                all.extend(place.map(|(text, _)| (text, word)));
            }
        }
        all
    }

    fn scalar(
        &self,
        machine: &Machine<'_, Words<'_>>,
        object: ObjId,
        offset: u64,
        steps: u32,
    ) -> Option<(String, ShapeId)> {
        let program = self.program;
        let steps = steps.checked_sub(1)?;
        match machine.object(object).0 {
            Origin::Global(global) => {
                let data = &program.globals[global];
                let shape = data.shape.filter(|_| machine.is_input(global))?;
                let (path, shape) = path(program, shape, offset)?;
                Some((format!("{}{path}", data.name), shape))
            }
            Origin::Param(index) => {
                let param = &program.funcs[self.func].params[index as usize];
                if let Shape::Pointer { to: Some(to), .. } = program.shapes[param.shape] {
                    return self.behind(&param.name, to, offset);
                }
                let (path, shape) = path(program, param.shape, offset)?;
                Some((format!("{}{path}", param.name), shape))
            }
            Origin::Node(of, at) => {
                let (text, shape) = self.scalar(machine, of, at, steps)?;
                match program.shapes[shape] {
                    Shape::Pointer { to: Some(to), .. } => self.behind(&text, to, offset),
                    _ => None,
                }
            }
            Origin::Local(_) | Origin::Heap => None,
        }
    }

    /// At an offset of what a pointer leads to.
    fn behind(&self, pointer: &str, to: ShapeId, offset: u64) -> Option<(String, ShapeId)> {
        let size = self.program.shape_bytes(to).max(1);
        let (index, within) = (offset / size, offset % size);
        let (path, shape) = path(self.program, to, within)?;
        match path.strip_prefix('.') {
            Some(member) if index == 0 => Some((format!("{pointer}->{member}"), shape)),
            _ => Some((format!("{pointer}[{index}]{path}"), shape)),
        }
    }
}

/// Is an integer of this shape signed? None for what is no integer.
pub(super) fn is_signed(program: &Program, shape: ShapeId) -> Option<bool> {
    match &program.shapes[shape] {
        Shape::Int { signed, .. } => Some(*signed),
        _ => None,
    }
}

/// The scalar that begins at an offset of a shape, and the way there.
fn path(program: &Program, shape: ShapeId, offset: u64) -> Option<(String, ShapeId)> {
    let (mut shape, mut at, mut text) = (shape, offset, String::new());
    loop {
        match &program.shapes[shape] {
            Shape::Array { elem, len } => {
                let size = program.shape_bytes(*elem).max(1);
                if at / size >= *len {
                    return None;
                }
                let index = at / size;
                text.push('[');
                text.push_str(&index.to_string());
                text.push(']');
                (shape, at) = (*elem, at % size);
            }
            Shape::Record { fields, .. } => {
                let inside = |size: u64, start: u64| start <= at && at < start + size;
                let field = fields
                    .iter()
                    .find(|field| inside(program.shape_bytes(field.shape), field.offset))?;
                if field.bits.is_some() {
                    return None;
                }
                if !field.name.is_empty() {
                    text.push('.');
                    text.push_str(&field.name);
                }
                (shape, at) = (field.shape, at - field.offset);
            }
            Shape::Opaque { .. } => return None,
            _ => return (at == 0).then_some((text, shape)),
        }
    }
}
