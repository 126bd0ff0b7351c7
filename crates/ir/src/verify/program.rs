//! Rules about the target, shapes and globals.

use super::{Report, Rule};
use crate::{GlobalData, InitValue, Program, Shape, ShapeId, Type};
use std::fmt::Display;

pub(super) fn check(program: &Program, report: &mut Report) {
    let bytes = program.target.pointer_bytes;
    report.check(matches!(bytes, 2 | 4 | 8), Rule::Target, "target", || {
        format!("a pointer should take 2, 4 or 8 bytes, not {bytes}")
    });
    let int = program.target.int_bytes;
    report.check(matches!(int, 2 | 4), Rule::Target, "target", || {
        format!("an int should take 2 or 4 bytes, not {int}")
    });
    for (id, shape) in program.shapes.iter() {
        check_shape(program, id, shape, report);
    }
    check_containment(program, report);
    for (id, global) in program.globals.iter() {
        check_global(program, &id.to_string(), global, report);
    }
}

/// The widths that integer types can have.
pub(super) fn is_type(ty: Type) -> bool {
    ty.int_bits().is_none_or(|bits| matches!(bits, 1 | 8 | 16 | 32 | 64 | 128))
}

/// Alignment of a global or a local object.
pub(super) fn check_align(align: u64, entity: impl Copy + Display, report: &mut Report) {
    report.check(align.is_power_of_two(), Rule::Layout, entity, || {
        format!("an alignment should be a power of two, not {align}")
    });
}

/// A shape that someone mentions.
pub(super) fn check_shape_id(
    program: &Program,
    shape: Option<ShapeId>,
    entity: impl Copy + Display,
    report: &mut Report,
) {
    if let Some(shape) = shape {
        report.check(program.shapes.get(shape).is_some(), Rule::Id, entity, || {
            format!("{shape} does not exist")
        });
    }
}

fn check_shape(program: &Program, id: ShapeId, shape: &Shape, report: &mut Report) {
    for child in children(shape) {
        report.check(program.shapes.get(child).is_some(), Rule::Shape, id, || {
            format!("{child} does not exist")
        });
    }
    let suits = match shape {
        Shape::Int { ty, .. } => ty.int_bits().is_some() && is_type(*ty),
        Shape::Float { ty, .. } => ty.is_float(),
        Shape::Pointer { .. } | Shape::Code { .. } => true,
        Shape::Array { .. } | Shape::Record { .. } | Shape::Opaque { .. } => true,
    };
    report.check(suits, Rule::Shape, id, || "the type does not suit the kind of shape".to_owned());
}

fn children(shape: &Shape) -> Vec<ShapeId> {
    match shape {
        Shape::Pointer { to, .. } => to.iter().copied().collect(),
        Shape::Code { params, .. } => params.clone(),
        _ => parts(shape),
    }
}

/// Shapes that are contained, not pointed to.
fn parts(shape: &Shape) -> Vec<ShapeId> {
    match shape {
        Shape::Array { elem, .. } => vec![*elem],
        Shape::Record { fields, .. } => fields.iter().map(|field| field.shape).collect(),
        Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer { .. } => Vec::new(),
        Shape::Code { .. } | Shape::Opaque { .. } => Vec::new(),
    }
}

/// Depth-first with colours: a part that is still being visited contains itself.
fn check_containment(program: &Program, report: &mut Report) {
    let mut state = entity::SecondaryMap::<ShapeId, u8>::new();
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    for start in program.shapes.keys() {
        let mut stack = vec![(start, false)];
        while let Some((id, leaving)) = stack.pop() {
            if leaving {
                state[id] = DONE;
                continue;
            }
            let Some(shape) = program.shapes.get(id).filter(|_| state[id] != DONE) else {
                continue;
            };
            if !report.check(state[id] != OPEN, Rule::Shape, id, || {
                "a shape should contain itself only through pointers".to_owned()
            }) {
                continue;
            }
            state[id] = OPEN;
            stack.push((id, true));
            stack.extend(parts(shape).into_iter().map(|part| (part, false)));
        }
    }
}

fn check_global(program: &Program, id: &str, global: &GlobalData, report: &mut Report) {
    check_align(global.align, id, report);
    check_shape_id(program, global.shape, id, report);
    let mut end = 0;
    for cell in global.init.iter().flatten() {
        let (size, exists) = match &cell.value {
            InitValue::Bytes(bytes) => (bytes.len() as u64, true),
            InitValue::Global(to, _) => {
                (program.bytes(Type::Ptr), program.globals.get(*to).is_some())
            }
            InitValue::Func(to) => (program.bytes(Type::Ptr), program.funcs.get(*to).is_some()),
        };
        report
            .check(exists, Rule::Init, id, || format!("the cell at {} leads nowhere", cell.offset));
        report.check(cell.offset >= end, Rule::Init, id, || {
            format!("the cell at {} should start at {end} or later", cell.offset)
        });
        end = cell.offset.saturating_add(size);
        report.check(end <= global.size, Rule::Init, id, || {
            format!("the cell at {} should end within {} bytes", cell.offset, global.size)
        });
    }
}
