//! Places of inputs as C writes them: `x`, `t[2]`, `p->next->value`.
//!
//! It knows nothing of values. What no expression of C reaches from a parameter or a global has no name.

use crate::facts::Words;
use crate::limits;
use exec::{LeafValue, Machine, ObjId, Site, Val};
use ir::{Program, Shape, ShapeId, Type};
use term::{Pool, Term};
use world::Root;

/// The integer of a type at an offset of an object, and whether it is signed.
pub(super) fn place(
    machine: &Machine<'_, Words<'_>>,
    object: ObjId,
    offset: u64,
    ty: Type,
) -> Option<(String, bool)> {
    let (text, shape) = scalar(machine, object, offset, ty)?;
    Some((text, is_signed(machine.program(), shape)?))
}

/// A pointer of the input.
pub(super) fn pointer(machine: &Machine<'_, Words<'_>>, site: Site) -> Option<String> {
    match site {
        Site::Param(index) => {
            let params = &machine.program().funcs[machine.under_test()].params;
            Some(params[index as usize].name.clone())
        }
        Site::Cell(object, offset) => {
            scalar(machine, object, offset, Type::Ptr).map(|(text, _)| text)
        }
    }
}

/// What was written, and what stands there now.
pub(super) fn written(machine: &Machine<'_, Words<'_>>, pool: &Pool) -> Vec<(String, Term)> {
    let before = |object: ObjId, offset: u64, word: Term| {
        let mut leaves = machine.leaves().iter();
        leaves.any(|leaf| leaf.word == word && leaf.value == LeafValue::Cell(object, offset))
    };
    let mut all = Vec::new();
    for object in machine.objects() {
        for (offset, bytes, val) in machine.cells(object) {
            let Val::Word(word) = val else { continue };
            if before(object, offset, word) || u64::from(pool.width(word)) != 8 * bytes {
                continue;
            }
            let place = place(machine, object, offset, Type::Int(pool.width(word) as u8));
            all.extend(place.map(|(text, _)| (text, word)));
        }
    }
    all
}

fn scalar(
    machine: &Machine<'_, Words<'_>>,
    object: ObjId,
    offset: u64,
    ty: Type,
) -> Option<(String, ShapeId)> {
    let path = machine.input_path(object)?;
    let is_input = match path.root {
        Root::Param(_) => true,
        Root::Global(global) => machine.is_input(global),
    };
    let is_near = is_input && path.steps.len() < limits::NAME_STEPS;
    path.scalar(machine.program(), machine.under_test(), (offset, ty)).filter(|_| is_near)
}

/// Is an integer of this shape signed? None for what is no integer.
pub(super) fn is_signed(program: &Program, shape: ShapeId) -> Option<bool> {
    match &program.shapes[shape] {
        Shape::Int { signed, .. } => Some(*signed),
        _ => None,
    }
}
