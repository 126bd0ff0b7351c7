//! Tests that read as if a person had written them: inputs are shrunk while the run stays the same.

use crate::confirm::{Confirmed, Judge};
use crate::limits;
use entity::EntityRef;
use ir::Type;
use ir::input::{Input, Obj, Scalar};

/// Replaces scalars of an input by simpler ones as long as it remains admissible and takes the same path to the same end.
pub(crate) fn polish(judge: &mut Judge<'_>, input: &Input, run: &Confirmed) -> (Input, Confirmed) {
    let (mut input, mut run) = shorten(judge, input.clone(), run.clone());
    let mut runs = 0;
    for place in places(&input) {
        let Some(Scalar::Bits(ty, old)) = scalar(&input, place) else { continue };
        for simpler in simpler_values(ty, old) {
            runs += 1;
            if runs > limits::POLISH_RUNS || runs as u64 * run.steps > limits::POLISH_STEPS {
                return (input, run);
            }
            let mut candidate = input.clone();
            set(&mut candidate, place, Scalar::Bits(ty, simpler));
            if let Some(same) = judge.same_run(&candidate, &run) {
                (input, run) = (candidate, same);
                break;
            }
        }
    }
    (input, run)
}

/// Inputs that differ from this one in a single number.
pub(crate) fn variations(input: &Input) -> Vec<Input> {
    let mut all = Vec::new();
    for place in places(input) {
        let Some(Scalar::Bits(ty @ Type::Int(width), old)) = scalar(input, place) else { continue };
        let mask = u128::MAX >> (128 - u32::from(width));
        let steps = [1, 2, 3].into_iter();
        let near = steps.flat_map(|step| [old.wrapping_add(step), old.wrapping_sub(step)]);
        let values: Vec<u128> = match width {
            // It may be a `_Bool`, which has no other values.
            8 if old <= 1 => vec![0, 1],
            _ => near.chain([0, 1, 7, 100]).map(|value| value & mask).collect(),
        };
        for value in values {
            let mut other = input.clone();
            set(&mut other, place, Scalar::Bits(ty, value));
            all.push(other);
        }
    }
    all
}

/// Cuts arrays to the fewest elements that the run needs.
fn shorten(judge: &mut Judge<'_>, mut input: Input, mut run: Confirmed) -> (Input, Confirmed) {
    for index in 0..input.objects.len() {
        let obj = Obj::from_index(index);
        let Some(elem) = judge.element_bytes(&input, obj) else { continue };
        let length = input.objects[obj].size / elem;
        // A node that nobody looks into still has an address of its own, and pointers stay inside.
        let own = u64::from(!input.args.contains(&Scalar::Object(obj, 0)));
        let least = own.max(furthest_pointer(&input, obj).div_ceil(elem));
        for size in (least..length.min(limits::POLISH_LENGTHS)).map(|length| length * elem) {
            let mut candidate = input.clone();
            let object = &mut candidate.objects[obj];
            object.size = size;
            object.cells.retain(|cell| cell.offset < size);
            if let Some(same) = judge.same_run(&candidate, &run) {
                (input, run) = (candidate, same);
                break;
            }
        }
    }
    (input, run)
}

/// The largest offset at which a pointer of the input leads into an object.
fn furthest_pointer(input: &Input, obj: Obj) -> u64 {
    let scalars = places(input).into_iter().filter_map(|place| scalar(input, place));
    let offset = |scalar| match scalar {
        Scalar::Object(other, offset) if other == obj => offset,
        _ => 0,
    };
    scalars.map(offset).max().unwrap_or(0)
}

/// Where a scalar of an input stands.
#[derive(Clone, Copy)]
enum Place {
    Arg(usize),
    Object(usize, usize),
    Global(usize, usize),
    Stub(usize),
}

fn places(input: &Input) -> Vec<Place> {
    let args = (0..input.args.len()).map(Place::Arg);
    let objects = input.objects.values().enumerate().flat_map(|(index, object)| {
        (0..object.cells.len()).map(move |cell| Place::Object(index, cell))
    });
    let globals = input.globals.iter().enumerate().flat_map(|(index, (_, cells))| {
        (0..cells.len()).map(move |cell| Place::Global(index, cell))
    });
    let stubs = (0..input.stubs.len()).map(Place::Stub);
    args.chain(objects).chain(globals).chain(stubs).collect()
}

fn scalar(input: &Input, place: Place) -> Option<Scalar> {
    match place {
        Place::Arg(index) => input.args.get(index).copied(),
        Place::Object(index, cell) => {
            Some(input.objects.values().nth(index)?.cells.get(cell)?.value)
        }
        Place::Global(index, cell) => Some(input.globals.get(index)?.1.get(cell)?.value),
        Place::Stub(index) => Some(input.stubs.get(index)?.1),
    }
}

fn set(input: &mut Input, place: Place, value: Scalar) {
    let slot = match place {
        Place::Arg(index) => input.args.get_mut(index),
        Place::Object(index, cell) => input
            .objects
            .values_mut()
            .nth(index)
            .and_then(|object| object.cells.get_mut(cell))
            .map(|cell| &mut cell.value),
        Place::Global(index, cell) => input
            .globals
            .get_mut(index)
            .and_then(|(_, cells)| cells.get_mut(cell))
            .map(|cell| &mut cell.value),
        Place::Stub(index) => input.stubs.get_mut(index).map(|stub| &mut stub.1),
    };
    if let Some(slot) = slot {
        *slot = value;
    }
}

/// Simpler values than this one, simplest first: zero, small, half-way towards zero.
fn simpler_values(ty: Type, old: u128) -> Vec<u128> {
    let Type::Int(width) = ty else { return if old == 0 { vec![] } else { vec![0] } };
    let spare = 128 - u32::from(width);
    let mask = u128::MAX >> spare;
    let signed = (old << spare) as i128 >> spare;
    let magnitude = signed.unsigned_abs();
    let candidates = [
        0,
        1,
        -1,
        2,
        3,
        5,
        10,
        100,
        -2,
        signed.signum() * 1000,
        signed / 2,
        signed / 4 * 3,
        signed - signed.signum(),
    ];
    let mut simpler: Vec<u128> = Vec::new();
    for candidate in candidates {
        let bits = candidate as u128 & mask;
        // A positive number is simpler than a negative one of the same size.
        let better = candidate.unsigned_abs() < magnitude
            || candidate.unsigned_abs() == magnitude && candidate > signed;
        if better && !simpler.contains(&bits) {
            simpler.push(bits);
        }
    }
    simpler
}
