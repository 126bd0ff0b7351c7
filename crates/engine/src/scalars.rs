//! The scalars that data of a shape consists of, one member of each union.
//!
//! Which member that is nobody says: it is the one that what stands there has the types of, and the longest where nothing does.

use ir::input::Scalar;
use ir::{Field, Program, Shape, ShapeId, Type};
use std::collections::{BTreeMap, BTreeSet};
use world::functions_of;

/// What a scalar is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) ty: Type,
    /// None for a byte of bit-fields.
    pub(crate) shape: Option<ShapeId>,
}

impl Kind {
    /// Is it one of its values?
    fn has(self, program: &Program, scalar: Scalar) -> bool {
        let shape = self.shape.map(|shape| &program.shapes[shape]);
        let is_truth = matches!(shape, Some(Shape::Int { boolean: true, .. }));
        let is_odd = is_truth && matches!(scalar, Scalar::Bits(_, 2..));
        type_of(scalar) == self.ty && !is_odd
    }

    /// Is it a function, and a pointer to that or to whatever?
    fn leads_to(self, program: &Program, scalar: Scalar) -> bool {
        let (Scalar::Func(func), Some(shape)) = (scalar, self.shape) else { return false };
        match program.shapes[shape] {
            Shape::Pointer { to, .. } => to.is_none(),
            _ => functions_of(program, shape).contains(&func),
        }
    }
}

/// Visits every scalar of a shape with its offset; of unions the longest member.
pub(crate) fn scalars(
    program: &Program,
    shape: ShapeId,
    base: u64,
    visit: &mut dyn FnMut(u64, Kind),
) {
    scalars_in_use(program, shape, base, &BTreeMap::new(), visit);
}

/// Visits every scalar of a shape with its offset; of unions the member in use. Bit-fields are bytes: no type has the length of
/// every run of them.
pub(crate) fn scalars_in_use(
    program: &Program,
    shape: ShapeId,
    base: u64,
    contents: &BTreeMap<u64, Scalar>,
    visit: &mut dyn FnMut(u64, Kind),
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
                member_scalars(program, field, base, contents, visit);
            }
        }
        Shape::Record { fields, .. } => {
            let mut plain = Vec::new();
            for field in fields.iter().filter(|field| field.bits.is_none()) {
                member_scalars(program, field, base, contents, visit);
                plain.push(field.offset..field.offset + program.shape_bytes(field.shape));
            }
            let bytes: BTreeSet<u64> = fields.iter().filter_map(Field::unit).flatten().collect();
            for at in bytes {
                if !plain.iter().any(|part| part.contains(&at)) {
                    visit(base + at, BYTE);
                }
            }
        }
        Shape::Opaque { .. } => {}
        scalar => {
            let ty = scalar.scalar().expect("what is no aggregate should be a scalar");
            visit(base, Kind { ty, shape: Some(shape) });
        }
    }
}

const BYTE: Kind = Kind { ty: Type::Int(8), shape: None };

fn member_scalars(
    program: &Program,
    field: &Field,
    base: u64,
    contents: &BTreeMap<u64, Scalar>,
    visit: &mut dyn FnMut(u64, Kind),
) {
    match field.unit() {
        Some(unit) => unit.for_each(|at| visit(base + at, BYTE)),
        None => scalars_in_use(program, field.shape, base + field.offset, contents, visit),
    }
}

/// The member of a union with most scalars of the types of what stands there, functions told by their types; among equals the
/// longest, then the first.
pub(crate) fn member_in_use(
    program: &Program,
    fields: &[Field],
    base: u64,
    contents: &BTreeMap<u64, Scalar>,
) -> usize {
    let merit = |index: &usize| {
        let field = &fields[*index];
        let mut n_found = (0, 0);
        member_scalars(program, field, base, contents, &mut |at, kind| {
            let found = contents.get(&at).filter(|&&it| kind.has(program, it));
            n_found.0 += usize::from(found.is_some());
            n_found.1 += usize::from(found.is_some_and(|&it| kind.leads_to(program, it)));
        });
        (n_found, program.shape_bytes(field.shape), std::cmp::Reverse(*index))
    };
    (0..fields.len()).max_by_key(merit).unwrap_or(0)
}

/// Says what stands in each union of a shape in the terms of one of its members: a run may look at it through several.
pub(crate) fn fit_unions(
    program: &Program,
    shape: ShapeId,
    base: u64,
    contents: &mut BTreeMap<u64, Scalar>,
) -> Result<(), &'static str> {
    match &program.shapes[shape] {
        Shape::Array { elem, len } if contains_union(program, *elem) => {
            let size = program.shape_bytes(*elem);
            (0..*len)
                .try_for_each(|index| fit_unions(program, *elem, base + index * size, contents))
        }
        Shape::Record { fields, union: true, .. } => {
            let range = base..base + program.shape_bytes(shape);
            fit_union(program, fields, range, contents)
        }
        Shape::Record { fields, .. } => fields
            .iter()
            .try_for_each(|field| fit_unions(program, field.shape, base + field.offset, contents)),
        _ => Ok(()),
    }
}

fn contains_union(program: &Program, shape: ShapeId) -> bool {
    match &program.shapes[shape] {
        Shape::Array { elem, .. } => contains_union(program, *elem),
        Shape::Record { union: true, .. } => true,
        Shape::Record { fields, .. } => {
            fields.iter().any(|field| contains_union(program, field.shape))
        }
        _ => false,
    }
}

fn fit_union(
    program: &Program,
    fields: &[Field],
    range: std::ops::Range<u64>,
    contents: &mut BTreeMap<u64, Scalar>,
) -> Result<(), &'static str> {
    let inside: BTreeMap<u64, Scalar> =
        contents.range(range.clone()).map(|(&at, &value)| (at, value)).collect();
    let members: Vec<Vec<(u64, Type)>> =
        fields.iter().map(|field| typed_scalars(program, field, range.start, &inside)).collect();
    let used = member_in_use(program, fields, range.start, &inside);
    let is_in = |member: &[(u64, Type)], (&at, &value): (&u64, &Scalar)| {
        member.contains(&(at, type_of(value)))
    };
    if members.get(used).is_none_or(|member| inside.iter().all(|known| is_in(member, known))) {
        return Ok(());
    }
    let bytes = bytes_of(program, &inside).ok_or("a union of a pointer and a number")?;
    let covers = |member: &&Vec<(u64, Type)>| {
        let holds = |&at: &u64| {
            let mut parts = member.iter();
            parts.any(|&(start, ty)| start <= at && at < start + program.bytes(ty))
        };
        member.iter().all(|(_, ty)| *ty != Type::Ptr) && bytes.keys().all(holds)
    };
    let first = members.get(used).into_iter().chain(&members);
    let member = first.into_iter().find(covers).ok_or("members of a union that none covers")?;
    contents.retain(|at, _| !range.contains(at));
    for &(at, ty) in member {
        let byte = |index: u64| u128::from(bytes.get(&(at + index)).copied().unwrap_or(0));
        let len = program.bytes(ty);
        let value = (0..len).fold(0, |value, at| value | byte(at) << program.byte_shift(at, len));
        contents.insert(at, Scalar::Bits(ty, value));
    }
    Ok(())
}

fn typed_scalars(
    program: &Program,
    field: &Field,
    base: u64,
    contents: &BTreeMap<u64, Scalar>,
) -> Vec<(u64, Type)> {
    let mut found = Vec::new();
    member_scalars(program, field, base, contents, &mut |at, kind| found.push((at, kind.ty)));
    found
}

/// Numbers byte by byte; none if there is a pointer among them.
fn bytes_of(program: &Program, contents: &BTreeMap<u64, Scalar>) -> Option<BTreeMap<u64, u8>> {
    let mut bytes = BTreeMap::new();
    for (&at, &value) in contents {
        let Scalar::Bits(ty, bits) = value else { return None };
        let len = program.bytes(ty);
        let byte = |index| (bits >> program.byte_shift(index, len)) as u8;
        bytes.extend((0..len).map(|index| (at + index, byte(index))));
    }
    Some(bytes)
}

/// The number of a type that stands at an offset, put together from whatever numbers stand there.
pub(crate) fn number_at(
    program: &Program,
    contents: &BTreeMap<u64, Scalar>,
    offset: u64,
    ty: Type,
) -> Option<u128> {
    let len = program.bytes(ty);
    // No scalar is longer than 16 bytes.
    let near = contents.range(offset.saturating_sub(15)..offset + len);
    let there = near.filter(|&(&at, &value)| at + program.bytes(type_of(value)) > offset);
    let bytes = bytes_of(program, &there.map(|(&at, &value)| (at, value)).collect())?;
    (0..len).try_fold(0, |value, index| {
        let byte = u128::from(*bytes.get(&(offset + index))?);
        Some(value | byte << program.byte_shift(index, len))
    })
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
