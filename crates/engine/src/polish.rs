//! Tests that read as if a person had written them: inputs are shrunk while the run stays the same.

use crate::confirm::{Confirmed, Judge};
use crate::limits;
use crate::places::{places, with};
use entity::EntityRef;
use ir::Type;
use ir::input::{Input, Obj, Scalar};
use term::float::PLAIN_FLOATS;

/// Replaces scalars of an input by simpler ones as long as it remains admissible and takes the same path to the same end. What that
/// costs is taken from the steps that are left for a suite, those of each word of the input included.
pub(crate) fn polish(
    judge: &mut Judge<'_>,
    input: &Input,
    run: &Confirmed,
    left: &mut u64,
) -> (Input, Confirmed) {
    let (mut input, mut run) = shorten(judge, input.clone(), run.clone());
    let (n_words, most) = (places(&input).len() as u64, (*left).min(limits::POLISH_STEPS));
    let before = *left;
    let mut runs = 0;
    // What one scalar may be depends on the others: once they are simpler, it is looked at again.
    for _ in 0..limits::POLISH_PASSES {
        let mut simplified = false;
        for (place, value) in places(&input) {
            let Scalar::Bits(ty, old) = value else { continue };
            for simpler in simpler_values(ty, old) {
                runs += 1;
                *left = left.saturating_sub(run.steps + n_words);
                if runs > limits::POLISH_RUNS || before - *left >= most {
                    return (input, run);
                }
                let candidate = with(&input, place, Scalar::Bits(ty, simpler));
                if let Some(same) = judge.same_run(&candidate, &run) {
                    (input, run, simplified) = (candidate, same, true);
                    break;
                }
            }
        }
        if !simplified {
            break;
        }
    }
    (input, run)
}

/// Inputs that differ from this one in a single number.
pub(crate) fn variations(input: &Input) -> Vec<Input> {
    let mut all = Vec::new();
    for (place, value) in places(input) {
        let Scalar::Bits(ty @ Type::Int(width), old) = value else { continue };
        let mask = u128::MAX >> (128 - u32::from(width));
        let steps = [1, 2, 3].into_iter();
        let near = steps.flat_map(|step| [old.wrapping_add(step), old.wrapping_sub(step)]);
        let values: Vec<u128> = match width {
            // It may be a `_Bool`, which has no other values.
            8 if old <= 1 => vec![0, 1],
            _ => near.chain([0, 1, 7, 100]).map(|value| value & mask).collect(),
        };
        let other = |value| with(input, place, Scalar::Bits(ty, value));
        all.extend(values.into_iter().map(other));
    }
    all
}

/// Cuts arrays to the fewest elements that the run needs. Where a parameter leads to something that the run does not look at, it is
/// one element that nobody wrote: a variable to point to reads better than the end of some room.
fn shorten(judge: &mut Judge<'_>, mut input: Input, mut run: Confirmed) -> (Input, Confirmed) {
    for index in 0..input.objects.len() {
        let obj = Obj::from_index(index);
        let Some(elem) = judge.element_bytes(&input, obj) else { continue };
        let length = input.objects[obj].size / elem;
        let used = furthest_pointer(&input, obj).max(judge.bytes_passed(&input, obj, elem));
        let is_passed = input.args.contains(&Scalar::Object(obj, 0));
        let unread = (is_passed && used == 0).then(|| cut(&input, obj, elem, 0));
        let lengths = used.div_ceil(elem).max(1)..length.min(limits::POLISH_LENGTHS);
        let shorter = lengths.map(|length| cut(&input, obj, length * elem, length * elem));
        for candidate in unread.into_iter().chain(shorter).collect::<Vec<_>>() {
            if let Some(same) = judge.same_run(&candidate, &run) {
                (input, run) = (candidate, same);
                break;
            }
        }
    }
    (input, run)
}

/// The same input with an object of so many bytes, of which the first are as they were.
fn cut(input: &Input, obj: Obj, size: u64, kept: u64) -> Input {
    let mut candidate = input.clone();
    let object = &mut candidate.objects[obj];
    object.size = size;
    object.cells.retain(|cell| cell.offset < kept);
    candidate
}

/// The largest offset at which a pointer of the input leads into an object.
fn furthest_pointer(input: &Input, obj: Obj) -> u64 {
    let offset = |(_, scalar)| match scalar {
        Scalar::Object(other, offset) if other == obj => offset,
        _ => 0,
    };
    places(input).into_iter().map(offset).max().unwrap_or(0)
}

/// Simpler values than this one, simplest first: of integers zero, small ones, half-way towards zero.
fn simpler_values(ty: Type, old: u128) -> Vec<u128> {
    let width = match ty {
        Type::Int(width) => width,
        Type::F32 => return simpler_floats(f32::from_bits(old as u32).into(), old, single),
        Type::F64 => return simpler_floats(f64::from_bits(old as u64), old, double),
        Type::F80 | Type::Ptr => return if old == 0 { vec![] } else { vec![0] },
    };
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

fn single(number: f64) -> u128 {
    (number as f32).to_bits().into()
}

fn double(number: f64) -> u128 {
    number.to_bits().into()
}

/// Numbers that a person would rather write: plain ones, then decimals of fewer digits; the NaN that has no payload at last.
fn simpler_floats(old: f64, bits: u128, of: fn(f64) -> u128) -> Vec<u128> {
    let known = PLAIN_FLOATS.iter().position(|&plain| of(plain) == bits);
    let plain = PLAIN_FLOATS[..known.unwrap_or(PLAIN_FLOATS.len())].iter().copied();
    let rounded = |digits: usize| format!("{old:.digits$e}").parse::<f64>().ok();
    let decimals = (0..SHORT_DIGITS).filter_map(rounded).filter(|_| known.is_none());
    let last = if old.is_nan() { Some(f64::NAN) } else { None };
    let mut simpler: Vec<u128> = Vec::new();
    for candidate in plain.chain(decimals.filter(|it| it.is_finite())).chain(last).map(of) {
        // The first decimal that is the number itself has as many digits as it takes.
        if candidate == bits {
            break;
        }
        if !simpler.contains(&candidate) {
            simpler.push(candidate);
        }
    }
    simpler
}

/// Digits of decimals behind the first that are tried.
const SHORT_DIGITS: usize = 4;

#[cfg(test)]
mod tests {
    use crate::tests::Sample;
    use crate::{Criterion, Options};
    use suite::CValue;

    #[test]
    fn what_a_run_does_not_look_at_is_one_element_that_nobody_wrote() {
        let sample = Sample::new("int f(int *p, int n) { if (n) return 1; return p[1]; }");
        let options = Options::judged(Criterion::Branch);
        let report = sample.generate(&options).expect("nothing narrows the inputs").report;
        let elements = |test: &suite::Test| {
            let objects = test.inputs.objects.iter();
            objects.flat_map(|object| object.values.clone()).collect::<Vec<_>>()
        };
        let returning = report.tests.iter().filter(|test| test.ends == suite::Ends::Return);
        let mut seen: Vec<_> = returning.map(elements).collect();
        seen.sort_by_key(Vec::len);
        assert_eq!(seen, [vec![CValue::Uninit], vec![CValue::Int(0); 2]]);
    }
}
