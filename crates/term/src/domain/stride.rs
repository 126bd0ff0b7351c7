//! Congruences: values that leave one remainder by a modulus, as in `x % 12 == 5`.
//!
//! Powers of two are better kept as known bits; strides are for what bits cannot say.

/// The values `v` with `v mod modulus == residue`; modulus 1 says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stride {
    /// At least 1.
    pub modulus: u32,
    /// Less than the modulus.
    pub residue: u32,
}

impl Stride {
    /// Every value.
    pub const FREE: Self = Self { modulus: 1, residue: 0 };

    /// The values that leave the remainder of `value` by `modulus`, if that is small enough to keep.
    pub const fn through(value: u128, modulus: u128) -> Self {
        if modulus < 2 || modulus > u32::MAX as u128 {
            return Self::FREE;
        }
        Self { modulus: modulus as u32, residue: (value % modulus) as u32 }
    }

    pub(super) const fn is_free(self) -> bool {
        self.modulus == 1
    }

    pub(super) const fn contains(self, value: u128) -> bool {
        self.modulus == 1 || value % self.modulus as u128 == self.residue as u128
    }

    pub(super) const fn implies(self, other: Self) -> bool {
        other.modulus == 1
            || (self.modulus.is_multiple_of(other.modulus)
                && self.residue % other.modulus == other.residue)
    }

    /// The values of both, by the Chinese remainder theorem; `None` if there are none.
    /// Where the common modulus is too large to keep, the larger of the two stays.
    pub(super) fn meet(self, other: Self) -> Option<Self> {
        if self.implies(other) {
            return Some(self);
        }
        if other.implies(self) {
            return Some(other);
        }
        let (m, n) = (u64::from(self.modulus), u64::from(other.modulus));
        let common = gcd(m, n);
        let (a, b) = (u64::from(self.residue), u64::from(other.residue));
        if a % common != b % common {
            return None;
        }
        let Ok(modulus) = u32::try_from(m / common * n) else {
            return Some(if m >= n { self } else { other });
        };
        // a + m * t = b modulo n, divided by the common factor.
        let period = n / common;
        let distance = (b + n - a % n) % n / common;
        let t = distance % period * inverse(m / common % period, period) % period;
        Some(Self { modulus, residue: ((a + m * t) % u64::from(modulus)) as u32 })
    }

    /// The least value from `value` on, if it is at most `most`.
    pub(super) fn up(self, value: u128, most: u128) -> Option<u128> {
        let (m, r) = (u128::from(self.modulus), u128::from(self.residue));
        let step = (r + m - value % m) % m;
        value.checked_add(step).filter(|&up| up <= most)
    }

    /// The greatest value down from `value`.
    pub(super) fn down(self, value: u128) -> Option<u128> {
        let (m, r) = (u128::from(self.modulus), u128::from(self.residue));
        value.checked_sub((value % m + m - r) % m)
    }
}

/// The stride of the values in `a` or `b`, each with one member and the distance to the next, 0 for none.
pub(super) fn join(a: (u128, u128), b: (u128, u128)) -> Stride {
    let modulus = gcd128(gcd128(a.1, b.1), a.0.abs_diff(b.0));
    Stride::through(a.0, modulus)
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

pub(crate) const fn gcd128(mut a: u128, mut b: u128) -> u128 {
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

/// The inverse modulo `n` of a number that shares no factor with it, by Euclid's algorithm.
fn inverse(a: u64, n: u64) -> u64 {
    let (mut old, mut new) = ((n as i64, 0), (a as i64, 1));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    old.1.rem_euclid(n as i64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strides() -> impl Iterator<Item = Stride> {
        (1..13).flat_map(|modulus| (0..modulus).map(move |residue| Stride { modulus, residue }))
    }

    #[test]
    fn meets_and_joins_agree_with_trying() {
        for a in strides() {
            for b in strides() {
                let both = |v: &u128| a.contains(*v) && b.contains(*v);
                let expected: Vec<u128> = (0..200).filter(both).collect();
                let found: Vec<u128> =
                    a.meet(b).map_or(vec![], |s| (0..200).filter(|&v| s.contains(v)).collect());
                assert_eq!(found, expected, "{a:?} {b:?}");
                let members = |s: Stride| (u128::from(s.residue), u128::from(s.modulus));
                let hull = join(members(a), members(b));
                let kept = |v: u128| hull.contains(v) || !(a.contains(v) || b.contains(v));
                assert!((0..200).all(kept), "{a:?} {b:?} {hull:?}");
            }
        }
    }

    #[test]
    fn steps_agree_with_trying() {
        for s in strides() {
            for v in 0..40 {
                assert_eq!(s.up(v, 50), (v..=50).find(|&u| s.contains(u)));
                assert_eq!(s.down(v), (0..=v).rev().find(|&u| s.contains(u)));
            }
        }
    }

    #[test]
    fn a_common_modulus_that_is_too_large_keeps_the_larger_one() {
        let a = Stride { modulus: 4_000_000_007, residue: 3 };
        let b = Stride { modulus: 3, residue: 1 };
        assert_eq!(a.meet(b), Some(a));
    }
}
