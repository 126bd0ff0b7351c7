//! What a pointer of the input may stand in front of: data of its own type, or of a type that the code makes of it.
//!
//! C lets a pointer say little: `void *` says nothing, a pointer to the first member stands for the whole, and a pointer to a
//! link inside a node leads to the node by arithmetic (`container_of`). The conversions that the code applies tell what its
//! callers pass. Nothing here knows of words or memory.

use ir::{Func, Global, Inst, Program, Shape, ShapeId, Type, View};
use std::collections::BTreeSet;

/// A place inside data, or one of several: a shape, and the byte of it that the first begins at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Host {
    pub(crate) shape: ShapeId,
    pub(crate) at: u64,
    /// How far the next one is, if there are several.
    stride: u64,
    count: u64,
}

impl Host {
    fn one(shape: ShapeId, at: u64) -> Self {
        Self { shape, at, stride: 0, count: 1 }
    }

    /// The places.
    pub(crate) fn places(self) -> Places {
        Places { base: self.at, stride: self.stride, count: self.count }
    }
}

/// Places of one kind inside data: `base`, `base + stride`, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Places {
    pub(crate) base: u64,
    pub(crate) stride: u64,
    pub(crate) count: u64,
}

/// Most places of one object that a pointer may lead to, apart from the elements of an array.
pub(crate) const MOST_PLACES: usize = 8;

/// The conversions of pointers in a function and in all that it can call.
pub(crate) fn views(program: &Program, func: Func) -> Vec<View> {
    let bodies =
        reachable(program, func).into_iter().filter_map(|it| program.funcs[it].body.as_ref());
    let found: BTreeSet<View> = bodies.flat_map(|body| body.views.iter().copied()).collect();
    found.into_iter().collect()
}

/// The globals that a function names, or what it calls: code of the user, not what stands in for functions of elsewhere.
pub(crate) fn named_globals(program: &Program, func: Func) -> BTreeSet<Global> {
    let reached = reachable(program, func).into_iter().map(|it| &program.funcs[it]);
    let bodies = reached.filter(|data| !data.system).filter_map(|data| data.body.as_ref());
    let insts = bodies.flat_map(|body| body.insts.values());
    insts
        .filter_map(|inst| if let Inst::AddrGlobal(it) = inst { Some(*it) } else { None })
        .collect()
}

/// Does a function, or what it calls, give memory back?
pub fn frees(program: &Program, func: Func) -> bool {
    reaches(program, func, &["free", "realloc", "reallocarray"])
}

/// Does a function, or what it calls, call or name one of these of the library?
pub fn reaches(program: &Program, func: Func, names: &[&str]) -> bool {
    let reached = reachable(program, func);
    let mut foreign = reached.iter().map(|&it| &program.funcs[it]).filter(|it| it.body.is_none());
    foreign.any(|data| names.contains(&data.name.as_str()))
}

/// A function and what it calls or names, all the way down. A call through a pointer may lead to every function of the unit.
pub fn reachable(program: &Program, func: Func) -> Vec<Func> {
    let mut reached = vec![func];
    let mut seen = BTreeSet::from([func]);
    let mut next = 0;
    while let Some(&func) = reached.get(next) {
        next += 1;
        let Some(body) = &program.funcs[func].body else { continue };
        reached.extend(body.insts.values().filter_map(mentioned).filter(|&it| seen.insert(it)));
        if body.insts.values().any(calls_through_pointer) {
            reached.extend(program.funcs.keys().filter(|&it| seen.insert(it)));
        }
    }
    reached
}

fn calls_through_pointer(inst: &Inst) -> bool {
    matches!(inst, Inst::Call { callee, .. } if !matches!(callee, ir::Callee::Direct(_)))
}

fn mentioned(inst: &Inst) -> Option<Func> {
    match inst {
        Inst::Call { callee: ir::Callee::Direct(func), .. } | Inst::AddrFunc(func) => Some(*func),
        _ => None,
    }
}

/// What a new object may be that a pointer to `to` leads into. What contains it makes it superfluous: nobody can tell it from a
/// part of the larger thing, except by going wrong.
pub(crate) fn hosts(program: &Program, views: &[View], to: Option<ShapeId>) -> Vec<Host> {
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
        shapes.extend(program.shapes.keys().find(|&shape| is_character(program, shape)));
    }
    shapes.into_iter().map(|shape| Host::one(shape, 0)).collect()
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
        let &Places { base, stride, count } = link;
        Host { shape: host.shape, at: host.at + base, stride, count }
    };
    around.flat_map(|host| links.iter().map(move |link| link_in(host, link))).collect()
}

/// What pointers to `to` are converted to, directly or by way of something else.
fn taken_for(program: &Program, views: &[View], to: Option<ShapeId>) -> Vec<ShapeId> {
    let same = |a: Option<ShapeId>, b: Option<ShapeId>| match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => alike(program, a, b),
        _ => false,
    };
    let mut found: Vec<ShapeId> = Vec::new();
    let mut open = vec![to];
    while let Some(from) = open.pop() {
        for view in views.iter().filter(|view| same(view.from, from)) {
            if !found.iter().any(|&known| alike(program, known, view.to)) {
                found.push(view.to);
                open.push(Some(view.to));
            }
        }
    }
    found.retain(|&shape| !same(Some(shape), to));
    found
}

/// Has data of one shape a part of another, or is it of that kind?
pub fn has_part(program: &Program, shape: ShapeId, part: ShapeId) -> bool {
    !places(program, shape, part).is_empty()
}

/// Where data of one shape has parts of another.
pub(crate) fn places(program: &Program, shape: ShapeId, part: ShapeId) -> Vec<Places> {
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

/// Does data of the second shape begin like the first?
fn is_prefix(program: &Program, short: ShapeId, long: ShapeId) -> bool {
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

fn is_record(program: &Program, shape: ShapeId) -> bool {
    matches!(program.shapes[shape], Shape::Record { .. })
}

pub(crate) fn is_character(program: &Program, shape: ShapeId) -> bool {
    matches!(program.shapes[shape], Shape::Int { ty: Type::Int(8), boolean: false, .. })
}

/// Can data of one shape be looked at as the other? Spellings and signs do not matter.
pub(crate) fn alike(program: &Program, a: ShapeId, b: ShapeId) -> bool {
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
fn same_pointee(program: &Program, a: ShapeId, b: ShapeId) -> bool {
    match (&program.shapes[a], &program.shapes[b]) {
        (
            Shape::Record { spelling: a, size: n, .. },
            Shape::Record { spelling: b, size: m, .. },
        ) => a == b && n == m,
        _ => alike(program, a, b),
    }
}

/// The functions that a pointer to a function may lead to, all of its type: those of the unit, then those that stand for
/// functions of other files.
pub(crate) fn functions_of(program: &Program, shape: ShapeId) -> Vec<Func> {
    let Shape::Code { sig, params, .. } = &program.shapes[shape] else { return Vec::new() };
    let is_called_so = |data: &ir::FuncData| {
        data.sig == *sig || sig.variadic && sig.params.is_empty() && data.sig.ret == sig.ret
    };
    let takes_these = |data: &ir::FuncData| {
        let mut pairs = params.iter().zip(&data.params);
        pairs.all(|(&param, other)| is_same_parameter(program, param, other.shape))
    };
    let of_type = program.funcs.iter().filter(|(_, data)| is_called_so(data) && takes_these(data));
    let of_type: Vec<(Func, &ir::FuncData)> = of_type.collect();
    let is_own = |data: &ir::FuncData| data.body.is_some() && !data.system && data.name != "main";
    let own = of_type.iter().filter(|(_, data)| is_own(data));
    let others = of_type.iter().filter(|(func, _)| is_other(program, *func)).take(MOST_OTHERS);
    own.chain(others).map(|(func, _)| *func).collect()
}

/// Most functions of other files that one pointer may lead to: two pointers are the same or not.
const MOST_OTHERS: usize = 2;

/// Does a function stand for one of another file that pointers of the input may lead to?
pub fn is_other(program: &Program, func: Func) -> bool {
    let data = &program.funcs[func];
    let number = data.name.strip_prefix(ir::OTHER_FUNCTION);
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    number.is_some_and(is_number) && (data.system || data.body.is_none())
}

fn is_same_parameter(program: &Program, a: ShapeId, b: ShapeId) -> bool {
    match (&program.shapes[a], &program.shapes[b]) {
        (Shape::Pointer { to: Some(a), .. }, Shape::Pointer { to: Some(b), .. }) => {
            same_pointee(program, *a, *b)
        }
        (Shape::Pointer { to: a, .. }, Shape::Pointer { to: b, .. }) => a.is_none() && b.is_none(),
        (Shape::Int { ty: a, signed: x, .. }, Shape::Int { ty: b, signed: y, .. }) => {
            a == b && x == y
        }
        (Shape::Record { spelling: a, .. }, Shape::Record { spelling: b, .. }) => a == b,
        _ => true,
    }
}

/// A scalar inside a shape.
pub(crate) struct ShapeLeaf {
    pub(crate) offset: u64,
    pub(crate) ty: Type,
    /// None for a byte of bit-fields.
    pub(crate) shape: Option<ShapeId>,
    pub(crate) path: String,
}

/// The scalar that covers a byte of a shape; none for padding and what we cannot build. Of the members of a union it is one of
/// the wanted type, else the longest.
pub(crate) fn leaf_at(
    program: &Program,
    shape: ShapeId,
    at: u64,
    wanted: Option<Type>,
) -> Option<ShapeLeaf> {
    match &program.shapes[shape] {
        Shape::Array { elem, .. } => {
            let size = program.shape_bytes(*elem).max(1);
            let index = at / size;
            let leaf = leaf_at(program, *elem, at % size, wanted)?;
            Some(inside(leaf, index * size, &format!("[{index}]")))
        }
        Shape::Record { fields, union, .. } => {
            let leaf_of = |field: &ir::Field| {
                let end = field.offset + program.shape_bytes(field.shape);
                if field.bits.is_some() || !(field.offset..end).contains(&at) {
                    return None;
                }
                let leaf = leaf_at(program, field.shape, at - field.offset, wanted)?;
                let dot = if field.name.is_empty() { "" } else { "." };
                Some(inside(leaf, field.offset, &format!("{dot}{}", field.name)))
            };
            let mut leaves = fields.iter().filter_map(leaf_of);
            if !*union {
                return leaves.next().or_else(|| byte_of_bits(fields, at));
            }
            let leaves = leaves.chain(byte_of_bits(fields, at));
            let merit = |leaf: &ShapeLeaf| (Some(leaf.ty) == wanted, program.bytes(leaf.ty));
            leaves.reduce(|best, leaf| if merit(&leaf) > merit(&best) { leaf } else { best })
        }
        Shape::Opaque { .. } => None,
        scalar => {
            let ty = scalar.scalar().expect("what is no aggregate should be a scalar");
            Some(ShapeLeaf { offset: 0, ty, shape: Some(shape), path: String::new() })
        }
    }
}

/// What the pointers to data lead to that stand at one place of a shape: several if there is a union.
pub(crate) fn pointers_at(program: &Program, shape: ShapeId, at: u64) -> Vec<Option<ShapeId>> {
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
            Shape::Pointer { to, .. } if at == 0 => found.push(*to),
            _ => {}
        }
    }
    found
}

/// Bit-fields are made byte by byte: no type has the length of every run of them.
fn byte_of_bits(fields: &[ir::Field], at: u64) -> Option<ShapeLeaf> {
    let mut units = fields.iter().filter_map(|field| Some((field, field.unit()?)));
    let (field, unit) = units.find(|(_, unit)| unit.contains(&at))?;
    let path = format!(".{}:{}", field.name, at - unit.start);
    Some(ShapeLeaf { offset: at, ty: Type::Int(8), shape: None, path })
}

fn inside(leaf: ShapeLeaf, base: u64, step: &str) -> ShapeLeaf {
    ShapeLeaf { offset: leaf.offset + base, path: format!("{step}{}", leaf.path), ..leaf }
}
