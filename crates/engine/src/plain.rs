//! Is an input one of the plain world, in which all preferences hold?
//!
//! What goes wrong on a plain input is a finding. What goes wrong only on others is for callers to keep from happening: they pass
//! pointers to the start of what they lead to, keep apart what is not one, and free what they allocated.

use ir::input::{Input, Scalar};
use ir::{Shape, ShapeId};
use std::collections::BTreeSet;
use world::{AccessPath, Preference, Preferences, Premise, World};

/// The first premise that an input does not keep, if it is not a plain one; but for preferences that the user does without.
pub(crate) fn broken_premise(
    world: &World<'_>,
    relaxed: Preferences,
    input: &Input,
) -> Option<Premise> {
    if !input.failing.is_empty() && !relaxed.contains(Preference::AllocationSucceeds) {
        return Some(Premise::AllocationSucceeds);
    }
    let is_unnamed =
        world.takes_arguments && matches!(input.args.first(), Some(Scalar::Bits(_, 0)));
    if is_unnamed && !relaxed.contains(Preference::ProgramNamed) {
        return Some(Premise::ProgramNamed);
    }
    let nulls = (0..).zip(&input.args).filter(|(_, arg)| matches!(arg, Scalar::Null));
    let mut unasked = nulls.filter(|(index, _)| !world.params[*index as usize].null_asked);
    if let Some((index, _)) = unasked.next() {
        return Some(Premise::NotNull(index));
    }
    broken_by_arguments(world, input).or_else(|| broken_inside(world, input))
}

fn broken_by_arguments(world: &World<'_>, input: &Input) -> Option<Premise> {
    let mut seen: Vec<(u32, Scalar)> = Vec::new();
    let inner = inner_places(world);
    let is_part = |scalar| is_part(&inner, input, world, scalar);
    for (index, &arg) in (0..).zip(&input.args) {
        let (Scalar::Object(..) | Scalar::Global(..)) = arg else { continue };
        let met = seen.iter().find(|(_, other)| is_same_object(*other, arg));
        let in_one = |first: u32| {
            let mut pairs = world.overlaps.iter().filter(|pair| pair.together.is_some());
            pairs.any(|pair| (pair.first, pair.second) == (first, index))
        };
        match met {
            Some(&(first, _)) if in_one(first) => {}
            Some(&(first, other))
                if is_part(arg) || is_part(other) || leads_to_numbers(world, index) =>
            {
                return Some(Premise::Apart(first, index));
            }
            None if is_part(arg) && !may_lie_inside(world, index) => {
                return Some(Premise::StartsArray(AccessPath::of_param(index)));
            }
            _ => {}
        }
        if matches!(arg, Scalar::Global(..)) {
            return Some(Premise::NotAnyPart(index));
        }
        seen.push((index, arg));
    }
    None
}

/// Pointers inside data that lead into the middle of something.
fn broken_inside(world: &World<'_>, input: &Input) -> Option<Premise> {
    let cells = input.objects.values().flat_map(|object| &object.cells);
    let cells = cells.chain(input.globals.iter().flat_map(|(_, cells)| cells));
    let inner = inner_places(world);
    let is_part = |scalar| is_part(&inner, input, world, scalar) || is_lone(world, scalar);
    let mut parts = cells.filter(|cell| is_part(cell.value)).peekable();
    parts.peek()?;
    world.siblings.is_empty().then_some(Premise::DataStartsArrays)
}

fn is_same_object(a: Scalar, b: Scalar) -> bool {
    match (a, b) {
        (Scalar::Object(a, _), Scalar::Object(b, _)) => a == b,
        (Scalar::Global(a, _), Scalar::Global(b, _)) => a == b,
        _ => false,
    }
}

/// Bytes of structures that pointers lead to from which the code goes to the whole, as with `container_of`.
fn inner_places(world: &World<'_>) -> BTreeSet<u64> {
    let program = world.program;
    let pointees = program.shapes.values().filter_map(|shape| match shape {
        Shape::Pointer { to, .. } => Some(*to),
        _ => None,
    });
    let pointees: BTreeSet<Option<ShapeId>> = pointees.collect();
    let hosts = pointees.into_iter().flat_map(|to| world::hosts(program, &world.views, to));
    hosts.map(|host| host.places.base).filter(|at| *at > 0).collect()
}

/// Does a pointer lead past the start of an object, and not to where the code expects it?
fn is_part(inner: &BTreeSet<u64>, input: &Input, world: &World<'_>, scalar: Scalar) -> bool {
    match scalar {
        Scalar::Object(obj, at @ 1..) => {
            let elem = input.objects[obj].elem.map_or(1, |elem| world.program.shape_bytes(elem));
            !inner.contains(&(at % elem.max(1)))
        }
        Scalar::Global(_, at) => at > 0,
        _ => false,
    }
}

/// Does a pointer lead to a variable from which the code steps to the next, as if it were in an array?
fn is_lone(world: &World<'_>, scalar: Scalar) -> bool {
    let Scalar::Global(global, 0) = scalar else { return false };
    let shape = world.program.globals[global].shape;
    shape.is_some_and(|shape| world.strides.contains(&world.program.shape_bytes(shape)))
}

/// Is a parameter one of several into one array?
fn may_lie_inside(world: &World<'_>, index: u32) -> bool {
    let of: BTreeSet<u32> = world
        .overlaps
        .iter()
        .filter(|pair| pair.together.is_some())
        .flat_map(|pair| [pair.first, pair.second])
        .collect();
    of.contains(&index) || world.params[index as usize].asked_before
}

/// Does a parameter lead to numbers? Two pointers to one node are nothing unusual.
fn leads_to_numbers(world: &World<'_>, index: u32) -> bool {
    let program = world.program;
    match program.shapes[program.funcs[world.func].params[index as usize].shape] {
        Shape::Pointer { to: Some(to), .. } => {
            matches!(program.shapes[to], Shape::Int { .. } | Shape::Float { .. })
        }
        Shape::Pointer { to: None, .. } => true,
        _ => false,
    }
}
