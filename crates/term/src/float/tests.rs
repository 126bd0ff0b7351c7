//! Arithmetic against the machine, and direct projections against enumeration on formats of six and eight bits.

use super::*;
use crate::Domain;

/// Eight bits: every pair of floats can be tried.
const BYTE: Format = Format { exponent: 4, precision: 4 };
/// Six bits: every pair of intervals can be tried.
const SIX: Format = Format { exponent: 3, precision: 3 };

struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A float whose exponent is near the middle, at an end, or anywhere, and whose fraction has few bits or many.
    fn float(&mut self, format: Format) -> u128 {
        let r = self.next();
        let fraction_mask = mask(format.fraction_bits());
        let fraction = match r & 7 {
            0 => 0,
            1 => fraction_mask,
            2 => 1,
            3 => fraction_mask << (self.next() % 60) & fraction_mask,
            _ => u128::from(self.next()) & fraction_mask,
        };
        let exponents = mask(u32::from(format.exponent));
        let exponent = match r >> 3 & 7 {
            0 => 0,
            1 => exponents - u128::from(self.next() % 3),
            2 => u128::from(self.next() % 3),
            3 => u128::from(self.next()) & exponents,
            _ => (format.bias() as u128 + u128::from(self.next() % 40)).saturating_sub(20),
        };
        let magnitude = (exponent & exponents) << format.fraction_bits() | fraction;
        magnitude | if r >> 6 & 1 == 1 { format.sign() } else { 0 }
    }
}

#[test]
fn integers_compute_what_the_machine_computes() {
    let mut dice = Dice(1);
    for format in [Format::SINGLE, Format::DOUBLE] {
        for _ in 0..60_000 {
            let v = [dice.float(format), dice.float(format)];
            for op in [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Sqrt] {
                let float = Float::nearest(op, format);
                let machine = native::apply(float, &v).expect("the machine has these");
                let ours = soft::apply(float, format.width(), format.width(), &v);
                assert_eq!(ours, machine, "{op:?} of {:x} {:x}", v[0], v[1]);
            }
        }
    }
}

/// What the standard library says of the operators that are not in every machine.
#[test]
fn doubles_are_as_the_standard_library_has_them() {
    let mut dice = Dice(2);
    let format = Format::DOUBLE;
    let canonical = |x: f64| if x.is_nan() { format.nan() } else { x.to_bits().into() };
    for _ in 0..60_000 {
        let v = [dice.float(format), dice.float(format), dice.float(format)];
        let [a, b, c] = v.map(|bits| f64::from_bits(bits as u64));
        let check = |op, rounding, expect: u128| {
            let float = Float { op, format, rounding };
            assert_eq!(float.apply(64, 64, &v), expect, "{op:?} {rounding:?} of {a} {b} {c}");
        };
        let nearest = Rounding::NearestEven;
        check(FloatOp::Fma, nearest, canonical(a.mul_add(b, c)));
        check(FloatOp::Fmod, nearest, canonical(a % b));
        check(FloatOp::Eq, nearest, u128::from(a == b));
        check(FloatOp::Lt, nearest, u128::from(a < b));
        check(FloatOp::Le, nearest, u128::from(a <= b));
        check(FloatOp::Integral, Rounding::Down, canonical(a.floor()));
        check(FloatOp::Integral, Rounding::Up, canonical(a.ceil()));
        check(FloatOp::Integral, Rounding::Zero, canonical(a.trunc()));
        check(FloatOp::Integral, Rounding::NearestAway, canonical(a.round()));
        check(FloatOp::Integral, nearest, canonical(a.round_ties_even()));
        let single = a as f32;
        let bits = if single.is_nan() { Format::SINGLE.nan() } else { single.to_bits().into() };
        check(FloatOp::Convert(Format::SINGLE), nearest, bits);
        let integer = |op, width, expect: u128| {
            let float = Float { op, format, rounding: Rounding::Zero };
            let wide = f64::from_bits(v[0] as u64) * 1e10;
            let bits = u128::from(wide.to_bits());
            assert_eq!(float.apply(width, 64, &[bits]), expect, "{op:?} to {width} bits of {wide}");
        };
        integer(FloatOp::ToSigned, 64, u128::from((a * 1e10) as i64 as u64));
        integer(FloatOp::ToUnsigned, 32, u128::from((a * 1e10) as u32));
        let (wide, narrow) = (v[1] as u64, v[2] as u64 as i64);
        let from = |op, value: u64| Float::nearest(op, format).apply(64, 64, &[u128::from(value)]);
        assert_eq!(from(FloatOp::FromUnsigned, wide), u128::from((wide as f64).to_bits()));
        assert_eq!(from(FloatOp::FromSigned, narrow as u64), u128::from((narrow as f64).to_bits()));
    }
}

#[test]
fn sets_are_what_domains_say() {
    let places = -1 - SIX.infinity() as i128..=SIX.infinity() as i128;
    for lo in places.clone() {
        for hi in places.clone().filter(|hi| *hi >= lo) {
            let mut set = FloatSet { nan: (lo + hi) % 3 == 0, ..FloatSet::EMPTY };
            set.add_places(lo, hi);
            let domain = set.to_any_domain(SIX).expect("not empty");
            let domain = domain.reduced(SIX.width()).expect("not empty");
            for bits in 0..1 << SIX.width() {
                let held = domain.contains(SIX.width(), bits);
                let in_set = set.contains(SIX, bits);
                // While there may be no number, a bound is beyond infinity.
                assert!(held || !in_set, "{lo}..{hi} lost {bits:x}");
                assert!(set.nan || held == in_set, "{lo}..{hi} {bits:x}");
            }
        }
    }
}

/// Intervals of places, as domains with their members.
fn intervals(step: usize) -> Vec<(Domain, Vec<u128>)> {
    let infinity = SIX.infinity() as i128;
    let mut found = Vec::new();
    for lo in -1 - infinity..=infinity {
        for hi in (lo..=infinity).step_by(step) {
            let mut set = FloatSet::EMPTY;
            set.add_places(lo, hi);
            let domain = set.to_domain(SIX).expect("not empty").reduced(6).expect("not empty");
            found.push((domain, (lo..=hi).map(|place| SIX.at_place(place)).collect()));
        }
    }
    found
}

/// Every result lies in the projection, and its bounds are attained. All pairs of intervals with `PAIRS=1`, others by default.
#[test]
fn direct_projections_hold_all_results_and_no_looser_bounds() {
    let step = std::env::var("PAIRS").ok().and_then(|text| text.parse().ok()).unwrap_or(9);
    let boxes = intervals(step);
    let mut loose = 0;
    for op in
        [FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Fmod, FloatOp::Remainder]
    {
        let exact = !matches!(op, FloatOp::Fmod | FloatOp::Remainder);
        for rounding in Rounding::ALL {
            if !op.is_rounded() && rounding != Rounding::NearestEven {
                continue;
            }
            let float = Float { op, format: SIX, rounding };
            let table: Vec<u128> =
                (0..64 * 64).map(|at| float.apply(6, 6, &[at >> 6, at & 63])).collect();
            for (a, xs) in &boxes {
                for (b, ys) in boxes.iter().step_by(step) {
                    let found = direct(float, 6, 6, &[*a, *b]).reduced(6).expect("not empty");
                    let mut results = [false; 64];
                    for x in xs {
                        for y in ys {
                            results[table[(x << 6 | y) as usize] as usize] = true;
                        }
                    }
                    loose += u32::from(!check_hull(&found, &results, exact));
                }
            }
        }
    }
    assert_eq!(loose, 0, "bounds that nothing attains");
}

/// All results are in the domain; are its bounds attained, where they should be?
#[track_caller]
fn check_hull(found: &Domain, results: &[bool; 64], exact: bool) -> bool {
    let members = || (0..64u128).filter(|&bits| results[bits as usize]);
    for bits in members() {
        assert!(found.contains(6, bits), "{bits:x} is lost");
    }
    let set = FloatSet::of(SIX, found);
    let (Some((lo, hi)), false) = (set.keys(), set.nan) else { return true };
    let keys = |bits: u128| SIX.place(bits) + i128::from(SIX.place(bits) < 0);
    let attained = |key: i128| members().any(|bits| keys(bits) == key);
    !exact || attained(lo) && attained(hi)
}

#[test]
fn fused_products_roots_and_conversions_are_projected() {
    let mut dice = Dice(3);
    let infinity = BYTE.infinity() as i128;
    let mut interval = || {
        let (x, y) = (dice.next() as i128, dice.next() as i128);
        let n = 2 * infinity + 2;
        let (x, y) = (x.rem_euclid(n) - 1 - infinity, y.rem_euclid(n) - 1 - infinity);
        (x.min(y), x.max(y).min(x.min(y) + 12))
    };
    let other = Format { exponent: 3, precision: 3 };
    for turn in 0..3_000 {
        let sides = [interval(), interval(), interval()];
        let domains = sides.map(|(lo, hi)| {
            let mut set = FloatSet::EMPTY;
            set.add_places(lo, hi);
            set.to_domain(BYTE).expect("not empty").reduced(8).expect("not empty")
        });
        let rounding = Rounding::ALL[turn % 5];
        let unary = [
            FloatOp::Sqrt,
            FloatOp::Integral,
            FloatOp::Convert(other),
            FloatOp::ToSigned,
            FloatOp::ToUnsigned,
            FloatOp::Neg,
            FloatOp::Abs,
        ];
        for op in unary {
            let float = Float { op, format: BYTE, rounding };
            let width = float.result().map_or(5, Format::width);
            let found = direct(float, width, 8, &domains[..1]).reduced(width).expect("not empty");
            for place in sides[0].0..=sides[0].1 {
                let value = float.apply(width, 8, &[BYTE.at_place(place)]);
                assert!(found.contains(width, value), "{float:?} at {place} is lost");
            }
        }
        let float = Float { op: FloatOp::Fma, format: BYTE, rounding };
        let found = direct(float, 8, 8, &domains).reduced(8).expect("not empty");
        let corner = |at: usize, by: u64| {
            let (lo, hi) = sides[at];
            BYTE.at_place(lo + i128::from(by) % (hi - lo + 1))
        };
        for by in 0..40u64 {
            let v = [corner(0, by), corner(1, by / 3), corner(2, by / 7)];
            assert!(found.contains(8, float.apply(8, 8, &v)), "{float:?} of {v:x?} is lost");
        }
    }
}
