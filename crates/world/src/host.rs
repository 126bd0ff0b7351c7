//! What a pointer of the input may stand in front of: data of its own type, or of a type that the code makes of it.
//!
//! C lets a pointer say little: `void *` says nothing, a pointer to the first member stands for the whole, and a pointer to a
//! link inside a node leads to the node by arithmetic (`container_of`). The conversions that the code applies tell what its
//! callers pass. Nothing here knows of words or memory.

use crate::shape::{alike, is_character, is_prefix, is_record};
use ir::{Program, Shape, ShapeId, View};

/// What something is a part of, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Host {
    /// The whole.
    pub shape: ShapeId,
    /// The part, or several of which it is one.
    pub places: Places,
}

impl Host {
    fn one(shape: ShapeId, base: u64) -> Self {
        Self { shape, places: Places { base, stride: 0, count: 1 } }
    }
}

/// Places of one kind inside data: `base`, `base + stride`, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Places {
    /// The byte of the first.
    pub base: u64,
    /// How far the next one is.
    pub stride: u64,
    /// How many; 0 if there is no telling.
    pub count: u64,
}

/// Most places of one object that a pointer may lead to, apart from the elements of an array.
pub(crate) const MOST_PLACES: usize = 8;

/// What a new object may be that a pointer to `to` leads into. What contains it makes it superfluous: nobody can tell it from a
/// part of the larger thing, except by going wrong.
pub fn hosts(program: &Program, views: &[View], to: Option<ShapeId>) -> Vec<Host> {
    let (compared, converted): (Vec<View>, Vec<View>) = views.iter().partition(|it| it.compared);
    let mut hosts = hosts_of_converted(program, &converted, to);
    if !compared.is_empty() {
        let all = taken_for(program, views, to).into_iter().map(|shape| Host::one(shape, 0));
        let others: Vec<Host> = all.filter(|host| !hosts.contains(host)).collect();
        let is_with = |it: &Host| compared.iter().any(|view| alike(program, view.to, it.shape));
        hosts.extend(others.into_iter().filter(is_with));
    }
    hosts
}

fn hosts_of_converted(program: &Program, views: &[View], to: Option<ShapeId>) -> Vec<Host> {
    let taken_for = taken_for(program, views, to);
    let Some(to) = to else { return hosts_of_void(program, &taken_for) };
    let mut hosts = Vec::new();
    for &shape in &taken_for {
        let larger = program.shape_bytes(shape) > program.shape_bytes(to);
        if !larger || !is_record(program, shape) {
            continue;
        }
        let places = places(program, shape, to);
        hosts.extend(places.iter().map(|places| Host::one(shape, places.base)));
        if places.is_empty() && is_prefix(program, to, shape) {
            hosts.push(Host::one(shape, 0));
        }
    }
    if is_record(program, to) && !hosts.is_empty() {
        return hosts;
    }
    hosts.insert(0, Host::one(to, 0));
    hosts.extend(links_to_itself(program, views, to));
    hosts
}

fn hosts_of_void(program: &Program, taken_for: &[ShapeId]) -> Vec<Host> {
    let within = |inner: ShapeId, outer: ShapeId| {
        inner != outer
            && is_record(program, outer)
            && program.shape_bytes(outer) >= program.shape_bytes(inner)
            && (is_prefix(program, inner, outer) || is_character(program, inner))
    };
    let is_superfluous = |shape| taken_for.iter().any(|&outer| within(shape, outer));
    let mut shapes: Vec<ShapeId> =
        taken_for.iter().copied().filter(|&shape| !is_superfluous(shape)).collect();
    if shapes.is_empty() {
        shapes.extend(anything(program));
    }
    shapes.into_iter().map(|shape| Host::one(shape, 0)).collect()
}

/// What a pointer leads to that nobody looks through: characters, or what is smallest where the program has none. That there is
/// something of its own to lead to can be told by its address.
fn anything(program: &Program) -> Option<ShapeId> {
    let character = program.shapes.keys().find(|&shape| is_character(program, shape));
    let size = |shape: &ShapeId| program.shape_bytes(*shape);
    let can_be_made = |shape: &ShapeId| match program.shapes[*shape] {
        Shape::Opaque { .. } | Shape::Code { .. } => false,
        Shape::Int { .. } | Shape::Float { .. } | Shape::Pointer { .. } => true,
        Shape::Array { .. } | Shape::Record { .. } => size(shape) > 0,
    };
    character.or_else(|| program.shapes.keys().filter(can_be_made).min_by_key(size))
}

/// A pointer to a pointer to a record may lead to a link of such a record: `pp = &(*pp)->next`.
fn links_to_itself(program: &Program, views: &[View], to: ShapeId) -> Vec<Host> {
    let Shape::Pointer { to: Some(record), .. } = program.shapes[to] else { return Vec::new() };
    if !matches!(program.shapes[record], Shape::Record { union: false, .. }) {
        return Vec::new();
    }
    let links = places(program, record, to);
    // The record may itself stand inside a larger one.
    let around = hosts(program, views, Some(record)).into_iter();
    let link_in = |host: Host, link: &Places| {
        let places = Places { base: host.places.base + link.base, ..*link };
        Host { places, ..host }
    };
    around.flat_map(|host| links.iter().map(move |link| link_in(host, link))).collect()
}

/// What pointers to `to` are converted to, directly or by way of something else.
pub(crate) fn taken_for(program: &Program, views: &[View], to: Option<ShapeId>) -> Vec<ShapeId> {
    let mut found: Vec<ShapeId> = Vec::new();
    let mut open = vec![to];
    while let Some(from) = open.pop() {
        for view in views.iter().filter(|view| is_alike(program, view.from, from)) {
            if !found.iter().any(|&known| alike(program, known, view.to)) {
                found.push(view.to);
                open.push(Some(view.to));
            }
        }
    }
    found.retain(|&shape| !is_alike(program, Some(shape), to));
    found
}

/// Are these one kind of thing to lead to, or both whatever?
pub(crate) fn is_alike(program: &Program, a: Option<ShapeId>, b: Option<ShapeId>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => alike(program, a, b),
        _ => false,
    }
}

/// Has data of one shape a part of another, or is it of that kind?
pub fn has_part(program: &Program, shape: ShapeId, part: ShapeId) -> bool {
    !places(program, shape, part).is_empty()
}

/// Where data of one shape has parts of another.
pub fn places(program: &Program, shape: ShapeId, part: ShapeId) -> Vec<Places> {
    let mut found = Vec::new();
    let mut open = vec![(shape, 0, (0, 1))];
    while let Some((shape, base, (stride, count))) = open.pop() {
        if found.len() >= MOST_PLACES {
            break;
        }
        if alike(program, shape, part) {
            found.push(Places { base, stride, count });
            continue;
        }
        match &program.shapes[shape] {
            Shape::Record { fields, .. } => {
                let parts = fields.iter().rev().filter(|field| field.bits.is_none());
                open.extend(parts.map(|field| (field.shape, base + field.offset, (stride, count))));
            }
            Shape::Array { elem, len } if *len > 0 => {
                let size = program.shape_bytes(*elem);
                if count == 1 {
                    open.push((*elem, base, (size, *len)));
                } else if size * len == stride {
                    // Rows that lie side by side are one.
                    open.push((*elem, base, (size, count * len)));
                } else {
                    let starts = (0..(*len).min(MOST_PLACES as u64)).rev();
                    open.extend(starts.map(|at| (*elem, base + at * size, (stride, count))));
                }
            }
            _ => {}
        }
    }
    found
}
