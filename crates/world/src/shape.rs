//! Shapes of data: which of them can be looked at as another, and which scalar stands at a byte.

use ir::{Program, Shape, ShapeId, Type};

/// Does data of the second shape begin like the first?
pub(crate) fn is_prefix(program: &Program, short: ShapeId, long: ShapeId) -> bool {
    let size = program.shape_bytes(short);
    let mut at = 0;
    while at < size {
        let leaf = |shape| leaf_at(program, shape, at, None).map(|leaf| (leaf.offset, leaf.ty));
        let Some((start, ty)) = leaf(short) else {
            at += 1;
            continue;
        };
        if leaf(long) != Some((start, ty)) {
            return false;
        }
        at = start + program.bytes(ty);
    }
    size <= program.shape_bytes(long)
}

pub(crate) fn is_record(program: &Program, shape: ShapeId) -> bool {
    matches!(program.shapes[shape], Shape::Record { .. })
}

/// Is it a character?
pub fn is_character(program: &Program, shape: ShapeId) -> bool {
    matches!(program.shapes[shape], Shape::Int { ty: Type::Int(8), boolean: false, .. })
}

/// Can data of one shape be looked at as the other? Spellings and signs do not matter.
pub fn alike(program: &Program, a: ShapeId, b: ShapeId) -> bool {
    if a == b {
        return true;
    }
    match (&program.shapes[a], &program.shapes[b]) {
        (Shape::Int { ty: a, .. }, Shape::Int { ty: b, .. })
        | (Shape::Float { ty: a, .. }, Shape::Float { ty: b, .. }) => a == b,
        (Shape::Pointer { to: a, .. }, Shape::Pointer { to: b, .. }) => match (a, b) {
            (Some(a), Some(b)) => same_pointee(program, *a, *b),
            (None, None) => true,
            _ => false,
        },
        (Shape::Code { sig: a, .. }, Shape::Code { sig: b, .. }) => a == b,
        (Shape::Array { elem: a, len: n }, Shape::Array { elem: b, len: m }) => {
            n == m && alike(program, *a, *b)
        }
        (
            Shape::Record { fields: a, union: x, size: n, .. },
            Shape::Record { fields: b, union: y, size: m, .. },
        ) => {
            let same = |(a, b): (&ir::Field, &ir::Field)| {
                a.name == b.name
                    && a.offset == b.offset
                    && a.bits == b.bits
                    && alike(program, a.shape, b.shape)
            };
            x == y && n == m && a.len() == b.len() && a.iter().zip(b).all(same)
        }
        _ => false,
    }
}

/// Do pointers to these lead to the same kind of thing? Records are told by their names: they may lead back here.
pub(crate) fn same_pointee(program: &Program, a: ShapeId, b: ShapeId) -> bool {
    match (&program.shapes[a], &program.shapes[b]) {
        (
            Shape::Record { spelling: a, size: n, .. },
            Shape::Record { spelling: b, size: m, .. },
        ) => a == b && n == m,
        _ => alike(program, a, b),
    }
}

/// A scalar inside a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeLeaf {
    /// Where it begins.
    pub offset: u64,
    /// Its machine type.
    pub ty: Type,
    /// None for a byte of bit-fields.
    pub shape: Option<ShapeId>,
}

impl ShapeLeaf {
    /// Members and indices that lead to it from the shape that it is inside of. Executors look at scalars a million times, and
    /// name few of them.
    #[must_use]
    pub fn path(&self, program: &Program, inside: ShapeId) -> String {
        let (mut path, mut shape, mut at) = (String::new(), inside, self.offset);
        loop {
            match &program.shapes[shape] {
                Shape::Array { elem, .. } => {
                    let size = program.shape_bytes(*elem).max(1);
                    path = format!("{path}[{}]", at / size);
                    (shape, at) = (*elem, at % size);
                }
                Shape::Record { fields, .. } => {
                    let Some(field) = fields.iter().find(|it| self.is_in(program, it, at)) else {
                        return path + &bits_at(fields, at);
                    };
                    if !field.name.is_empty() {
                        path.push('.');
                    }
                    path.push_str(&field.name);
                    (shape, at) = (field.shape, at - field.offset);
                }
                _ => return path,
            }
        }
    }

    /// The same in what lies around, so many bytes further.
    fn moved(self, bytes: u64) -> Self {
        Self { offset: self.offset + bytes, ..self }
    }

    /// Is it the scalar that a field has at a byte?
    fn is_in(&self, program: &Program, field: &ir::Field, at: u64) -> bool {
        let leaf = leaf_of_field(program, field, at, Some(self.ty));
        leaf.is_some_and(|it| it == Self { offset: at, ..*self })
    }
}

/// The scalar that covers a byte of a shape; none for padding and what we cannot build. Of the members of a union it is one of
/// the wanted type, else the longest; no `_Bool` where there is another.
pub fn leaf_at(
    program: &Program,
    shape: ShapeId,
    at: u64,
    wanted: Option<Type>,
) -> Option<ShapeLeaf> {
    match &program.shapes[shape] {
        Shape::Array { elem, .. } => {
            let size = program.shape_bytes(*elem).max(1);
            let index = at / size;
            Some(leaf_at(program, *elem, at % size, wanted)?.moved(index * size))
        }
        Shape::Record { fields, union, .. } => {
            let mut leaves =
                fields.iter().filter_map(|field| leaf_of_field(program, field, at, wanted));
            if !*union {
                return leaves.next().or_else(|| byte_of_bits(fields, at));
            }
            let leaves = leaves.chain(byte_of_bits(fields, at));
            // Of a truth value and a number that share a byte the number has all values.
            let merit = |leaf: &ShapeLeaf| {
                (Some(leaf.ty) == wanted, program.bytes(leaf.ty), !is_truth(program, leaf))
            };
            leaves.reduce(|best, leaf| if merit(&leaf) > merit(&best) { leaf } else { best })
        }
        Shape::Opaque { .. } => None,
        scalar => {
            let ty = scalar.scalar().expect("what is no aggregate should be a scalar");
            Some(ShapeLeaf { offset: 0, ty, shape: Some(shape) })
        }
    }
}

/// The scalar that a field has at a byte of the structure.
fn leaf_of_field(
    program: &Program,
    field: &ir::Field,
    at: u64,
    wanted: Option<Type>,
) -> Option<ShapeLeaf> {
    if field.bits.is_some() || at < field.offset {
        return None;
    }
    let is_inside = at < field.offset + program.shape_bytes(field.shape);
    let leaf = is_inside.then(|| leaf_at(program, field.shape, at - field.offset, wanted))??;
    Some(leaf.moved(field.offset))
}

fn is_truth(program: &Program, leaf: &ShapeLeaf) -> bool {
    leaf.shape
        .is_some_and(|shape| matches!(program.shapes[shape], Shape::Int { boolean: true, .. }))
}

/// Scalars of one type that lie a step apart.
pub struct Run {
    /// Their machine type.
    pub ty: Type,
    /// Their shape.
    pub shape: ShapeId,
    /// The bytes that they are meant to lie in, where other things lie around.
    pub within: Option<std::ops::RangeInclusive<u64>>,
}

/// The scalars at `at`, so many bytes apart, of an array of a shape; none if they differ or stand in a union. Where an array in
/// a structure takes up most of it and an index may leave it, it is the array that is meant.
pub fn leaf_along(
    program: &Program,
    shape: ShapeId,
    at: std::ops::RangeInclusive<u64>,
    step: u64,
) -> Option<Run> {
    let (mut shape, mut first, mut last) = (shape, *at.start(), *at.end());
    let (mut base, mut within) = (0, None);
    let mut elem = Some(shape);
    loop {
        if let Some(of) = elem.take() {
            let size = program.shape_bytes(of).max(1);
            if step.is_multiple_of(size) || first / size == last / size {
                base += first / size * size;
                last = if step.is_multiple_of(size) { first % size } else { last % size };
                (shape, first) = (of, first % size);
            } else {
                return None;
            }
        }
        match &program.shapes[shape] {
            Shape::Array { elem: of, .. } => elem = Some(*of),
            Shape::Record { fields, union: false, .. } => {
                let end = |field: &ir::Field| field.offset + program.shape_bytes(field.shape);
                let fields = fields.iter().filter(|field| field.bits.is_none());
                let holds = |field: &&ir::Field| field.offset <= first && last < end(field);
                let largest = || {
                    let most = program.shape_bytes(shape) / 2;
                    fields.clone().find(|field| program.shape_bytes(field.shape) > most)
                };
                let one = first == last;
                let field = fields.clone().find(holds).or_else(|| largest().filter(|_| !one))?;
                if !holds(&field) {
                    within = Some(base + field.offset..=base + end(field) - 1);
                    first = field.offset + (first % step + step - field.offset % step) % step;
                    last = last.min(end(field) - 1);
                }
                (shape, first, last) = (field.shape, first - field.offset, last - field.offset);
                base += field.offset;
            }
            Shape::Int { .. } | Shape::Float { .. } if first == 0 && last == 0 => {
                let ty = program.shapes[shape].scalar()?;
                return Some(Run { ty, shape, within });
            }
            _ => return None,
        }
    }
}

/// The pointers that stand at one place of a shape, to data or to functions: several if there is a union.
pub fn pointers_at(program: &Program, shape: ShapeId, at: u64) -> Vec<ShapeId> {
    let (mut found, mut open) = (Vec::new(), vec![(shape, at)]);
    while let Some((shape, at)) = open.pop() {
        match &program.shapes[shape] {
            Shape::Array { elem, .. } => {
                open.push((*elem, at % program.shape_bytes(*elem).max(1)));
            }
            Shape::Record { fields, .. } => {
                let inside = |field: &&ir::Field| {
                    let end = field.offset + program.shape_bytes(field.shape);
                    field.bits.is_none() && (field.offset..end).contains(&at)
                };
                let inner = fields.iter().rev().filter(inside);
                open.extend(inner.map(|field| (field.shape, at - field.offset)));
            }
            Shape::Pointer { .. } | Shape::Code { .. } if at == 0 => found.push(shape),
            _ => {}
        }
    }
    found
}

/// Bit-fields are made byte by byte: no type has the length of every run of them.
fn byte_of_bits(fields: &[ir::Field], at: u64) -> Option<ShapeLeaf> {
    fields.iter().filter_map(ir::Field::unit).find(|unit| unit.contains(&at))?;
    Some(ShapeLeaf { offset: at, ty: Type::Int(8), shape: None })
}

/// How a byte of bit-fields is named.
fn bits_at(fields: &[ir::Field], at: u64) -> String {
    let mut units = fields.iter().filter_map(|field| Some((field, field.unit()?)));
    let found = units.find(|(_, unit)| unit.contains(&at));
    found.map_or_else(String::new, |(field, unit)| format!(".{}:{}", field.name, at - unit.start))
}
