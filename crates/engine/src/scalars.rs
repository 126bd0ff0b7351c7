//! The scalars that data of a shape consists of, one member of each union.
//!
//! Which member that is nobody says: it is the one that what stands there has the types of, and the longest where nothing does.

use ir::input::Scalar;
use ir::{Field, Program, Shape, ShapeId, Type};
use std::collections::BTreeMap;

/// Visits every scalar of a shape with its offset and its own shape; of unions the longest member.
pub(crate) fn scalars(
    program: &Program,
    shape: ShapeId,
    base: u64,
    visit: &mut dyn FnMut(u64, ShapeId),
) {
    scalars_in_use(program, shape, base, &BTreeMap::new(), visit);
}

/// Visits every scalar of a shape with its offset and its own shape; of unions the member in use.
pub(crate) fn scalars_in_use(
    program: &Program,
    shape: ShapeId,
    base: u64,
    contents: &BTreeMap<u64, Scalar>,
    visit: &mut dyn FnMut(u64, ShapeId),
) {
    match &program.shapes[shape] {
        Shape::Array { elem, len } => {
            let size = program.shape_bytes(*elem);
            for index in 0..*len {
                scalars_in_use(program, *elem, base + index * size, contents, visit);
            }
        }
        Shape::Record { fields, union: true, .. } => {
            if let Some(field) = fields.get(member_in_use(program, fields, base, contents)) {
                scalars_in_use(program, field.shape, base + field.offset, contents, visit);
            }
        }
        Shape::Record { fields, .. } => {
            let mut last_unit = None;
            for field in fields {
                // Bit-fields that share a unit are one scalar.
                if field.bits.is_some() && last_unit == Some(field.offset) {
                    continue;
                }
                last_unit = field.bits.map(|_| field.offset);
                scalars_in_use(program, field.shape, base + field.offset, contents, visit);
            }
        }
        Shape::Opaque { .. } => {}
        _ => visit(base, shape),
    }
}

/// The member of a union with most scalars of the types of what stands there; among equals the longest, then the first.
pub(crate) fn member_in_use(
    program: &Program,
    fields: &[Field],
    base: u64,
    contents: &BTreeMap<u64, Scalar>,
) -> usize {
    let merit = |index: &usize| {
        let field = &fields[*index];
        let mut n_found = 0;
        scalars_in_use(program, field.shape, base + field.offset, contents, &mut |at, leaf| {
            let found = contents.get(&at).map(|&value| type_of(value));
            n_found += usize::from(found.is_some() && found == program.shapes[leaf].scalar());
        });
        (n_found, program.shape_bytes(field.shape), std::cmp::Reverse(*index))
    };
    (0..fields.len()).max_by_key(merit).unwrap_or(0)
}

/// Does data of a shape contain pointers, or something that nobody can build?
pub(crate) fn contains_pointer(program: &Program, shape: ShapeId) -> bool {
    match &program.shapes[shape] {
        Shape::Array { elem, .. } => contains_pointer(program, *elem),
        Shape::Record { fields, .. } => {
            fields.iter().any(|field| contains_pointer(program, field.shape))
        }
        Shape::Pointer { .. } | Shape::Code { .. } | Shape::Opaque { .. } => true,
        Shape::Int { .. } | Shape::Float { .. } => false,
    }
}

fn type_of(value: Scalar) -> Type {
    match value {
        Scalar::Bits(ty, _) => ty,
        Scalar::Null | Scalar::Object(..) | Scalar::Global(..) | Scalar::Func(_) => Type::Ptr,
    }
}
