//! Which parameters may lead to a part of what somebody else holds: a member of a structure behind another pointer, an element
//! of an array in it, a global.
//!
//! Types say where such parts are, and the code says whether a run can tell: something of that type is written under one name
//! and touched under the other, or addresses are compared. Parts that the code names nowhere are as good as variables of their
//! own. What types and code allow and is not tried, proofs take for granted, so it is named here too. Nothing here knows of
//! words or memory; `selector` makes choices of what is found.

use crate::escape::Escape;
use crate::host::{MOST_PLACES, Places, hosts, places};
use crate::uses::{Owner, Uses};
use crate::written::is_input;
use crate::{Overlap, Reach, alike, is_character};
use ir::{Func, Global, Inst, Program, Shape, ShapeId, View};
use std::collections::BTreeSet;

/// Most parts that one parameter may lead to.
const MOST_PARTS: usize = 12;
/// Elements of an array in each of many structures, each of them a part.
const MOST_ELEMENTS: u64 = 4;
/// Structures larger than this are not looked into.
const LARGEST: u64 = 4096;

/// What has parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Whole {
    /// Data of a shape behind pointers.
    Behind(ShapeId),
    /// A global variable.
    Global(Global),
}

/// A parameter that may lead to parts of something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inside {
    /// The parameter, by its number.
    pub param: u32,
    /// What has the parts.
    pub whole: Whole,
    /// May pointers lead to the whole that are looked at after the parameter?
    pub is_met_later: bool,
    /// Where they are.
    pub places: Vec<Places>,
}

/// What could be, as far as types and code say, and is not tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outside {
    /// A parameter leads to no part of what another leads to.
    OfParam(u32, u32),
    /// It leads to no part of such data behind pointers inside data.
    OfData(u32, ShapeId),
    /// It leads to no global.
    OfGlobals(u32),
    /// It leads to no byte of what is no character.
    OfBytes(u32),
}

/// What parameters may lead to a part of, and what of that is not tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Insides {
    /// What is tried.
    pub tried: Vec<Inside>,
    /// What is not.
    pub left_out: BTreeSet<Outside>,
}

/// What the parameters of a function may lead to a part of, so that a run can tell.
pub(crate) fn insides(
    reach: &Reach<'_>,
    (views, escape): (&[View], &Escape),
    uses: &Uses,
    pairs: &[Overlap],
) -> Insides {
    let (program, func) = (reach.program, reach.func);
    let params = &program.funcs[func].params;
    let leads_in = |index: u32| match program.shapes[params[index as usize].shape] {
        Shape::Pointer { to: Some(to), restrict: false, .. } => {
            (!matches!(program.shapes[to], Shape::Opaque { .. })).then_some(to)
        }
        _ => None,
    };
    let mut found = Insides::default();
    let pointers: Vec<_> =
        (0..params.len() as u32).filter_map(|index| Some((index, leads_in(index)?))).collect();
    if pointers.is_empty() {
        return found;
    }
    let look = Look::new(reach, (views, escape), uses, pairs);
    for (index, part) in pointers {
        look.around(index, part, &mut found);
    }
    found
}

/// Data behind pointers, and who leads to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Led {
    shape: ShapeId,
    by: Owner,
}

/// Parts of data.
struct Parts {
    places: Vec<Places>,
    /// Are these all that the code may touch?
    all: bool,
}

struct Look<'p> {
    program: &'p Program,
    uses: &'p Uses,
    led: BTreeSet<Led>,
    globals: Vec<Global>,
    constants: Vec<Global>,
    /// Bytes of structures that the code names; none if it may look at any.
    named: Option<BTreeSet<u64>>,
    views: &'p [View],
    escape: &'p Escape,
    func: Func,
    /// Does data of one type stand where another is read?
    mixes_types: bool,
    /// In code that frees, what pointers lead to was allocated apart.
    frees: bool,
    together: BTreeSet<u32>,
}

impl<'p> Look<'p> {
    fn new(
        reach: &'p Reach<'p>,
        (views, escape): (&'p [View], &'p Escape),
        uses: &'p Uses,
        pairs: &[Overlap],
    ) -> Self {
        let (program, func) = (reach.program, reach.func);
        let globals = mentioned_globals(reach, escape);
        let together = pairs.iter().filter(|pair| pair.together.is_some());
        Self {
            program,
            uses,
            led: led_to(program, func, views, &globals),
            named: named_bytes(reach).filter(|_| views.is_empty()),
            mixes_types: !views.is_empty() || has_unions(program),
            frees: reach.frees(),
            together: together.flat_map(|pair| [pair.first, pair.second]).collect(),
            globals,
            constants: mentioned_constants(reach),
            views,
            escape,
            func,
        }
    }

    /// Adds what a parameter may lead to a part of.
    fn around(&self, index: u32, part: ShapeId, found: &mut Insides) {
        if self.may_be_bytes(index, part) {
            found.left_out.insert(Outside::OfBytes(index));
        }
        let mut wholes: Vec<Inside> = Vec::new();
        for &led in self.led.iter().filter(|led| self.may_hold(led.shape, part)) {
            if led.by == Owner::Param(index) || !self.can_tell(index, part, led) {
                continue;
            }
            let Parts { mut places, all } = self.parts(index, led.shape, part, led.by);
            places.retain(|it| !self.is_entered(led.shape, part, it));
            if !all {
                found.left_out.insert(outside(index, led));
            }
            let is_met_later = !matches!(led.by, Owner::Param(other) if other < index);
            let whole = Whole::Behind(led.shape);
            match wholes.iter_mut().find(|it| it.whole == whole) {
                Some(known) => {
                    known.is_met_later |= is_met_later;
                    known.places.extend(places);
                    known.places.sort_unstable();
                    known.places.dedup();
                }
                None if places.is_empty() => {}
                None => wholes.push(Inside { param: index, whole, is_met_later, places }),
            }
        }
        wholes.extend(self.globals_around(index, part, found));
        let n_parts: usize = wholes.iter().map(|it| it.places.len()).sum();
        if n_parts <= MOST_PARTS {
            found.tried.extend(wholes);
            return;
        }
        for Inside { whole, .. } in wholes {
            match whole {
                Whole::Behind(shape) => {
                    let led = self.led.iter().filter(|led| led.shape == shape);
                    let others = led.filter(|led| led.by != Owner::Param(index));
                    found.left_out.extend(others.map(|&led| outside(index, led)));
                }
                Whole::Global(_) => {
                    found.left_out.insert(Outside::OfGlobals(index));
                }
            }
        }
    }

    /// Does a pointer to something else than numbers lead there in any case, as to a link of a new node?
    fn is_entered(&self, shape: ShapeId, part: ShapeId, at: &Places) -> bool {
        let hosts = hosts(self.program, self.views, Some(part)).into_iter();
        let mut hosts = hosts.filter(|host| host.places.base == at.base && at.count == 1);
        !self.is_number(part) && hosts.any(|host| alike(self.program, host.shape, shape))
    }

    /// May a pointer to characters lead to bytes of something else, so that a run can tell?
    fn may_be_bytes(&self, index: u32, part: ShapeId) -> bool {
        let is_other = |shape: ShapeId| {
            !alike(self.program, shape, part) && self.program.shape_bytes(shape) > 1
        };
        let led = self.led.iter().filter(|led| is_other(led.shape)).map(|led| led.by);
        let shapes = self.globals.iter().filter_map(|&it| self.program.globals[it].shape);
        let globals = shapes.filter(|&shape| is_other(shape)).map(|_| Owner::Global);
        let tells =
            |owner| owner != Owner::Param(index) && self.uses.can_tell_inside(index, owner, None);
        is_character(self.program, part) && led.chain(globals).any(tells)
    }

    fn globals_around(&self, index: u32, part: ShapeId, found: &mut Insides) -> Vec<Inside> {
        let mut wholes = Vec::new();
        // Other pointers than those to numbers are tried in any case.
        if !self.is_number(part) {
            return wholes;
        }
        let variables = self.globals.iter().filter(|_| self.tells(index, part, Owner::Global));
        let is_compared = self.uses.is_compared(index, Owner::Global);
        let constants = self.constants.iter().filter(|_| is_compared);
        let param = (self.func, index);
        let is_known = |global: &&Global| self.escape.reaches_param(self.program, param, **global);
        for &global in variables.chain(constants).filter(is_known) {
            let Some(shape) = self.program.globals[global].shape else { continue };
            if places(self.program, shape, part).is_empty() {
                continue;
            }
            let Parts { places, all } = self.parts(index, shape, part, Owner::Global);
            if !all {
                found.left_out.insert(Outside::OfGlobals(index));
            }
            if !places.is_empty() {
                let whole = Whole::Global(global);
                wholes.push(Inside { param: index, whole, is_met_later: false, places });
            }
        }
        wholes
    }

    /// Is data of a shape something larger that has such a part?
    fn may_hold(&self, shape: ShapeId, part: ShapeId) -> bool {
        matches!(self.program.shapes[shape], Shape::Record { .. } | Shape::Array { .. })
            && !alike(self.program, shape, part)
            && !places(self.program, shape, part).is_empty()
    }

    fn can_tell(&self, index: u32, part: ShapeId, led: Led) -> bool {
        // Pointers to structures and to pointers find what was looked at before them in any case.
        let is_tried = !self.is_number(part) && matches!(led.by, Owner::Param(it) if it < index);
        !is_tried && self.tells(index, part, led.by)
    }

    fn tells(&self, index: u32, part: ShapeId, owner: Owner) -> bool {
        let ty = self.program.shapes[part].scalar().filter(|_| !self.mixes_types);
        self.uses.can_tell_inside(index, owner, ty)
    }

    /// The parts of somebody's data that a parameter may lead to.
    fn parts(&self, index: u32, shape: ShapeId, part: ShapeId, owner: Owner) -> Parts {
        let size = self.program.shape_bytes(shape);
        if self.frees || self.together.contains(&index) || size > LARGEST || size == 0 {
            return Parts { places: Vec::new(), all: false };
        }
        let is_named = |at: &Places| self.named.as_ref().is_none_or(|named| is_sum(named, at.base));
        let found = places(self.program, shape, part);
        let mut all = found.len() < MOST_PLACES;
        let mut found: Vec<Places> = found.into_iter().filter(is_named).collect();
        let is_whole = alike(self.program, shape, part);
        // What is stepped along is an array, and a single member is none.
        if !is_whole && self.uses.is_stepped_along(index, self.program.shape_bytes(part)) {
            all &= found.iter().all(|it| it.count != 1);
            found.retain(|it| it.count != 1);
        }
        let is_one_of_many = owner != Owner::Global && self.uses.steps_over(owner, size);
        if is_one_of_many {
            let in_all: Vec<_> = found.iter().map(|&it| in_each(it, size)).collect();
            all &= in_all.iter().all(Option::is_some);
            found = in_all.into_iter().flatten().flatten().collect();
        }
        Parts { places: found, all }
    }

    fn is_number(&self, shape: ShapeId) -> bool {
        matches!(self.program.shapes[shape], Shape::Int { .. } | Shape::Float { .. })
    }
}

fn outside(index: u32, led: Led) -> Outside {
    match led.by {
        Owner::Param(other) => Outside::OfParam(index, other),
        Owner::Inside | Owner::Global => Outside::OfData(index, led.shape),
    }
}

/// Places in each of many wholes of a size, one behind the other.
fn in_each(Places { base, stride, count }: Places, size: u64) -> Option<Vec<Places>> {
    match count {
        1 => Some(vec![Places { base, stride: size, count: 0 }]),
        _ if base == 0 && stride * count == size => Some(vec![Places { base, stride, count: 0 }]),
        2..=MOST_ELEMENTS => {
            let starts = (0..count).map(|index| base + index * stride);
            Some(starts.map(|base| Places { base, stride: size, count: 0 }).collect())
        }
        _ => None,
    }
}

/// Everything that pointers of the input may lead to as a whole.
fn led_to(program: &Program, func: Func, views: &[View], globals: &[Global]) -> BTreeSet<Led> {
    let mut led = BTreeSet::new();
    let mut open: Vec<ShapeId> =
        globals.iter().filter_map(|&global| program.globals[global].shape).collect();
    for (index, param) in (0..).zip(&program.funcs[func].params) {
        match program.shapes[param.shape] {
            Shape::Pointer { to, restrict, .. } => {
                let wholes = hosts(program, views, to).into_iter().map(|host| host.shape);
                for shape in wholes {
                    let by = Owner::Param(index);
                    led.extend((!restrict).then_some(Led { shape, by }));
                    open.push(shape);
                }
            }
            _ => open.push(param.shape),
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(shape) = open.pop() {
        if !seen.insert(shape) {
            continue;
        }
        match &program.shapes[shape] {
            Shape::Record { fields, .. } => open.extend(fields.iter().map(|field| field.shape)),
            Shape::Array { elem, .. } => open.push(*elem),
            Shape::Pointer { to, restrict, .. } => {
                let wholes = hosts(program, views, *to).into_iter().map(|host| host.shape);
                for shape in wholes {
                    led.extend((!restrict).then_some(Led { shape, by: Owner::Inside }));
                    open.push(shape);
                }
            }
            _ => {}
        }
    }
    led
}

/// The globals of the input that a function, or what it calls, names.
fn mentioned_globals(reach: &Reach<'_>, escape: &Escape) -> Vec<Global> {
    let named = reach.globals().into_iter();
    named.filter(|&global| is_input(reach.program, escape, reach.func, global)).collect()
}

/// The constants that it names and others can name too.
fn mentioned_constants(reach: &Reach<'_>) -> Vec<Global> {
    let is_constant = |global: &Global| {
        let data = &reach.program.globals[*global];
        data.constant && !data.hidden
    };
    reach.globals().into_iter().filter(is_constant).collect()
}

/// The bytes of members that a function, or what it calls, names; none if it calls what may look at any.
fn named_bytes(reach: &Reach<'_>) -> Option<BTreeSet<u64>> {
    if reach.foreign().next().is_some() {
        return None;
    }
    let named = reach.insts().filter_map(|inst| match inst {
        Inst::PtrField { offset, .. } => Some(*offset),
        _ => None,
    });
    Some(named.collect())
}

fn has_unions(program: &Program) -> bool {
    program.shapes.values().any(|shape| matches!(shape, Shape::Record { union: true, .. }))
}

/// Is a byte reached by members of members, as far as their names go?
fn is_sum(named: &BTreeSet<u64>, byte: u64) -> bool {
    let mut reached = vec![false; byte as usize + 1];
    reached[0] = true;
    for at in 1..=byte {
        let mut steps = named.iter().filter(|&&step| step > 0 && step <= at);
        reached[at as usize] = steps.any(|step| reached[(at - step) as usize]);
    }
    reached[byte as usize]
}
