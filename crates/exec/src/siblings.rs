//! Pointers inside one structure that the code compares, with each other or with a parameter: the ends of a range, head and tail
//! of a ring, a place in a vector.
//!
//! Each may lead to any element of the array that another of them leads to; where the code orders them, or moves one until it
//! meets the other, they do so in every input. What they are is told by the code alone: which members' values it compares, as
//! far as registers of one function show. Members that come together otherwise are left out.

use crate::host::{Places, alike, leaf_at};
use crate::inputs::Site;
use crate::memory::{ObjId, Rest};
use crate::shared::Last;
use crate::uses::{Walks, walks};
use crate::{Algebra, LeafValue, Machine, PtrId, Target, Together, Val};
use ir::{BinOp, Body, Func, Inst, Local, Program, Shape, ShapeId, Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Elements before the first of several pointers into one array.
const MOST_BEFORE: u64 = 4;

/// Where a pointer comes from that is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    /// It is a parameter of the function under test.
    Param(u32),
    /// It stands at a byte of a structure.
    Member(u64),
}

/// Two pointers that are compared, not both of them parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Siblings {
    first: Source,
    second: Source,
    /// Do they lead into one array in every input that is tried?
    together: Option<Together>,
}

/// How the code tells two pointers.
#[derive(Clone, Copy, Default)]
struct Told {
    is_ordered: bool,
    /// Which way the first is moved, and the second.
    walks: (Option<Walks>, Option<Walks>),
}

/// Do members of structures lead into one array because the code takes them for the ends of a range?
pub fn has_ranges(program: &Program, func: Func) -> bool {
    siblings(program, func).iter().any(|pair| pair.together.is_some())
}

/// The members of structures whose values a function, or what it calls, compares with each other or with its parameters.
pub(crate) fn siblings(program: &Program, func: Func) -> Vec<Siblings> {
    let mut all = BTreeMap::new();
    for reached in crate::reachable(program, func) {
        let Some(body) = &program.funcs[reached].body else { continue };
        let hidden = program.n_hidden_params(func);
        let params = body.params.iter().skip(hidden).copied().zip(0..);
        let params = if reached == func { params.collect() } else { BTreeMap::new() };
        compare(body, &params, &mut all);
    }
    all.into_iter()
        .map(|((first, second), told)| Siblings { first, second, together: told.together() })
        .collect()
}

impl Told {
    fn together(self) -> Option<Together> {
        if self.is_ordered { Some(Together::Anyhow) } else { Together::of(self.walks) }
    }
}

/// The sizes of elements that a function, or what it calls, moves pointers by.
pub(crate) fn strides(program: &Program, func: Func) -> BTreeSet<u64> {
    let reached = crate::reachable(program, func);
    let bodies = reached.into_iter().filter_map(|it| program.funcs[it].body.as_ref());
    let insts = bodies.flat_map(|body| body.insts.values());
    insts
        .filter_map(|inst| match inst {
            Inst::PtrAdd { size, .. } => Some(*size),
            _ => None,
        })
        .collect()
}

/// Adds what a function compares.
fn compare(body: &Body, params: &BTreeMap<Local, u32>, all: &mut BTreeMap<(Source, Source), Told>) {
    for inst in body.insts.values() {
        let (a, b, is_ordered) = match *inst {
            Inst::PtrDiff { a, b, .. } | Inst::Binary(BinOp::PtrLt | BinOp::PtrLe, a, b) => {
                (a, b, true)
            }
            Inst::Binary(BinOp::PtrEq | BinOp::PtrNe, a, b) => (a, b, false),
            _ => continue,
        };
        let (of_a, of_b) = (sources(body, params, a), sources(body, params, b));
        let are_params =
            |x: Source, y: Source| matches!((x, y), (Source::Param(_), Source::Param(_)));
        for &x in &of_a {
            for &y in of_b.iter().filter(|&&y| x != y && !are_params(x, y)) {
                let told = all.entry((x.min(y), x.max(y))).or_default();
                told.is_ordered |= is_ordered;
                let (a, b) = if x < y { (a, b) } else { (b, a) };
                let either = |known: Option<Walks>, new: Option<Walks>| match (known, new) {
                    (Some(known), Some(new)) => Some(known.or(new)),
                    (known, new) => known.or(new),
                };
                told.walks =
                    (either(told.walks.0, walks(body, a)), either(told.walks.1, walks(body, b)));
            }
        }
    }
}

/// The members and parameters whose value a pointer may be, moved or not.
fn sources(body: &Body, params: &BTreeMap<Local, u32>, value: Value) -> BTreeSet<Source> {
    let (mut found, mut seen): (_, BTreeSet<Local>) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match body.insts[value] {
            Inst::PtrAdd { base, .. } => open.push(base),
            Inst::Get(local) if seen.insert(local) => {
                found.extend(params.get(&local).map(|&index| Source::Param(index)));
                open.extend(body.insts.values().filter_map(|inst| match *inst {
                    Inst::Set(to, value) if to == local => Some(value),
                    _ => None,
                }));
            }
            Inst::Load { ty: Type::Ptr, addr, .. } => {
                found.insert(Source::Member(member(body, addr)));
            }
            _ => {}
        }
    }
    found
}

/// The byte of its structure that an address leads to.
fn member(body: &Body, mut addr: Value) -> u64 {
    let mut at = 0;
    while let Inst::PtrField { base, offset } = body.insts[addr] {
        (addr, at) = (base, at + offset);
    }
    at
}

/// A pointer that the code compares with the one in question, and how the two lie: that one first.
type Sibling = (Site, Option<Together>);

impl<A: Algebra> Machine<'_, A> {
    /// The last element of its new array that a pointer may lead to, where others inside data may lead to what lies before.
    pub(crate) fn last_before(&self, site: Site) -> Option<Last> {
        (!self.siblings_of(site).is_empty()).then_some(Last::Chosen(MOST_BEFORE))
    }

    /// The arrays that pointers lead to which the code compares with the one at a place.
    pub(crate) fn arrays_of_siblings(&self, site: Site, to: Option<ShapeId>) -> Vec<ObjId> {
        let Some(to) = to else { return Vec::new() };
        let pointers = self.known_siblings(site).into_iter().map(|(ptr, _)| ptr);
        pointers.flat_map(|ptr| self.arrays_behind(ptr, to)).collect()
    }

    /// Does a pointer inside data lead where others lead already?
    pub(crate) fn is_end_of_range(&self, site: Site, to: Option<ShapeId>) -> bool {
        self.known_siblings(site).into_iter().any(|(ptr, together)| {
            together.is_some() && to.is_some_and(|to| !self.arrays_behind(ptr, to).is_empty())
        })
    }

    /// Says how a pointer lies to others that the code takes for ends of the same range.
    pub(crate) fn settle_siblings(&mut self, alg: &mut A, site: Site, ptr: PtrId) {
        self.put_all_inside(alg, ptr);
        for (other, together) in self.known_siblings(site) {
            if let Some(together) = together {
                let nulls = [other, ptr].map(|ptr| self.is_null(alg, ptr));
                let unless = alg.and(nulls[0], nulls[1]);
                self.keep_together(alg, other, ptr, together, unless);
            }
        }
    }

    /// All elements of an array.
    pub(crate) fn all_elements(&self, array: ObjId) -> Option<Places> {
        let Rest::Input(shape) = self.state.objects[array].rest else { return None };
        Some(Places { base: 0, stride: self.program.shape_bytes(shape), count: 0 })
    }

    fn arrays_behind(&self, ptr: PtrId, to: ShapeId) -> BTreeSet<ObjId> {
        let arrays = self.state.alts(ptr).iter().filter_map(|alt| match alt.target {
            Target::Object(array) => Some(array),
            _ => None,
        });
        let suits = |&array: &ObjId| match self.state.objects[array].rest {
            Rest::Input(shape) => alike(self.program, shape, to),
            Rest::Uninit | Rest::Zero | Rest::Moved(_) => false,
        };
        arrays.filter(suits).collect()
    }

    /// The pointers that the code compares with the one at a place, as far as they have been looked at.
    fn known_siblings(&self, site: Site) -> Vec<(PtrId, Option<Together>)> {
        let siblings = self.siblings_of(site);
        if siblings.is_empty() {
            return Vec::new();
        }
        let leaves = self.state.leaves.iter().filter_map(|leaf| {
            let LeafValue::Pointer(site @ Site::Cell(..), ptr) = leaf.value else { return None };
            let known = siblings.iter().find(|(place, _)| *place == site)?;
            Some((ptr, known.1))
        });
        let args = siblings.iter().filter_map(|&(site, together)| match site {
            Site::Param(index) => match self.args.get(index as usize) {
                Some(&Val::Ptr(ptr)) => Some((ptr, together)),
                _ => None,
            },
            Site::Cell(..) => None,
        });
        args.chain(leaves).collect()
    }

    /// Does the code step along what a pointer leads to? Structures that it does not step over are nodes.
    fn leads_to_elements(&self, shape: ShapeId) -> bool {
        let Shape::Pointer { to: Some(to), restrict: false, .. } = self.program.shapes[shape]
        else {
            return false;
        };
        match self.program.shapes[to] {
            Shape::Int { .. } | Shape::Float { .. } => true,
            Shape::Record { size, .. } => self.strides.contains(&size),
            _ => false,
        }
    }

    /// The shape of the pointer at a place, and where the code takes it from.
    fn source(&self, site: Site) -> Option<(ShapeId, Source)> {
        match site {
            Site::Param(index) => {
                let param = &self.program.funcs[self.func].params[index as usize];
                Some((param.shape, Source::Param(index)))
            }
            Site::Cell(object, at) => {
                let Rest::Input(shape) = self.state.objects[object].rest else { return None };
                let within = at % self.program.shape_bytes(shape).max(1);
                let leaf = leaf_at(self.program, shape, within, Some(Type::Ptr))?;
                Some((leaf.shape?, Source::Member(within)))
            }
        }
    }

    fn siblings_of(&self, site: Site) -> Vec<Sibling> {
        let found = self.source(site).filter(|&(shape, _)| self.leads_to_elements(shape));
        let Some((_, own)) = found else { return Vec::new() };
        let others = self.siblings.iter().filter_map(|&pair| {
            let Siblings { first, second, together } = pair;
            match own {
                _ if own == second => Some((first, together)),
                _ if own == first => Some((second, together.map(Together::turned))),
                _ => None,
            }
        });
        let place = |(other, together): (Source, Option<Together>)| match (other, own, site) {
            (Source::Param(index), ..) => (Site::Param(index), together),
            (Source::Member(other), Source::Member(own), Site::Cell(object, at)) => {
                (Site::Cell(object, at - own + other), together)
            }
            // A member of which structure is not known yet; a parameter is made before it.
            (Source::Member(_), ..) => (site, together),
        };
        others.map(place).collect()
    }
}
