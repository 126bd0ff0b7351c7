//! Congruences of sums, differences and products that are known not to wrap.
//!
//! Whether they wrap is the caller's to know.

use crate::domain::gcd128;
use crate::{Domain, Stride};

/// The stride of `a + b` in the integers.
pub fn sum(a: &Domain, b: &Domain) -> Stride {
    let ((x, m), (y, n)) = (a.progression(), b.progression());
    let modulus = gcd128(m, n);
    if modulus < 2 {
        return Stride::FREE;
    }
    Stride::through(x % modulus + y % modulus, modulus)
}

/// The stride of `a - b` in the integers.
pub fn difference(a: &Domain, b: &Domain) -> Stride {
    let ((x, m), (y, n)) = (a.progression(), b.progression());
    let modulus = gcd128(m, n);
    if modulus < 2 {
        return Stride::FREE;
    }
    Stride::through(x % modulus + modulus - y % modulus, modulus)
}

/// The stride of `a * b` in the integers: `(x + m·i)(y + n·j)` differs from `x·y` by multiples of
/// `m·y`, `n·x` and `m·n`.
pub fn product(a: &Domain, b: &Domain) -> Stride {
    let ((x, m), (y, n)) = (a.progression(), b.progression());
    let small = u128::from(u64::MAX);
    if x > small || y > small {
        return Stride::FREE;
    }
    let modulus = gcd128(gcd128(m * y, n * x), m * n);
    Stride::through(x * y, modulus)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domains() -> Vec<Domain> {
        let strides = (1..7).flat_map(|modulus| {
            (0..modulus).map(move |residue| Domain {
                stride: Stride { modulus, residue },
                ..Domain::full(5)
            })
        });
        strides.chain((0..8).map(|value| Domain::singleton(5, value))).collect()
    }

    #[test]
    fn no_value_is_lost() {
        for a in &domains() {
            for b in &domains() {
                let values = |d: &Domain| (0..32).filter(|&v| d.contains(5, v)).collect::<Vec<_>>();
                for x in values(a) {
                    for y in values(b) {
                        let on = |stride: Stride, value: u128| {
                            value % u128::from(stride.modulus) == u128::from(stride.residue)
                        };
                        assert!(on(sum(a, b), x + y) && on(product(a, b), x * y));
                        assert!(x < y || on(difference(a, b), x - y));
                    }
                }
            }
        }
    }
}
