//! Small exact sets: which values of one aligned window of 128 are possible.

/// Within `start .. start + 128` only the members are possible; values elsewhere are not spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gaps {
    /// The first value of the window, a multiple of 128.
    pub start: u64,
    /// Bit `i` stands for the value `start + i`.
    pub members: u128,
}

impl Gaps {
    /// Every value.
    pub const FREE: Self = Self { start: 0, members: u128::MAX };

    /// Every value but one.
    pub const fn without(value: u128) -> Self {
        if value > u64::MAX as u128 {
            return Self::FREE;
        }
        Self { start: window(value), members: !(1 << (value & 127)) }
    }

    pub(super) const fn is_free(self) -> bool {
        self.members == u128::MAX
    }

    pub(super) const fn contains(self, value: u128) -> bool {
        match value.checked_sub(self.start as u128) {
            Some(at) if at < 128 => self.members >> at & 1 == 1,
            _ => true,
        }
    }

    pub(super) const fn implies(self, other: Self) -> bool {
        other.is_free() || (self.start == other.start && self.members & !other.members == 0)
    }

    /// The facts of both where their windows agree; else those of the window nearer to `lo`.
    pub(super) const fn and(self, other: Self, lo: u128) -> Self {
        if self.is_free() {
            return other;
        }
        if other.is_free() {
            return self;
        }
        if self.start == other.start {
            return Self { start: self.start, members: self.members & other.members };
        }
        let (low, high) = if self.start < other.start { (self, other) } else { (other, self) };
        if lo < low.start as u128 + 128 { low } else { high }
    }

    /// The least possible value from `value` on; it may lie beyond the window.
    pub(super) const fn up(self, value: u128) -> u128 {
        let Some(at) = value.checked_sub(self.start as u128) else { return value };
        if at >= 128 {
            return value;
        }
        let above = self.members >> at;
        if above == 0 { self.start as u128 + 128 } else { value + above.trailing_zeros() as u128 }
    }

    /// The greatest possible value down from `value`, if there is one.
    pub(super) const fn down(self, value: u128) -> Option<u128> {
        let Some(at) = value.checked_sub(self.start as u128) else { return Some(value) };
        if at >= 128 {
            return Some(value);
        }
        let below = self.members << (127 - at);
        if below == 0 {
            (self.start as u128).checked_sub(1)
        } else {
            Some(value - below.leading_zeros() as u128)
        }
    }
}

/// The start of the window that holds a value of 64 bits.
pub(super) const fn window(value: u128) -> u64 {
    (value & !127) as u64
}

/// The members of the window from `start` on that lie within `lo..=hi`.
pub(super) const fn interval(start: u64, lo: u128, hi: u128) -> u128 {
    let start = start as u128;
    if hi < start || lo > start + 127 {
        return 0;
    }
    let from = lo.saturating_sub(start);
    let to = if hi - start > 127 { 127 } else { hi - start };
    (u128::MAX << from) & (u128::MAX >> (127 - to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_windows_agree_with_trying() {
        for members in [0, 1, 1 << 127, 0b1011 << 60, u128::MAX, !(1 << 5)] {
            for start in [0u64, 128, 256] {
                let gaps = Gaps { start, members };
                for value in 0..500 {
                    assert_eq!(gaps.up(value), (value..600).find(|&v| gaps.contains(v)).unwrap());
                    let down = (0..=value).rev().find(|&v| gaps.contains(v));
                    assert_eq!(gaps.down(value), down, "{gaps:?} {value}");
                }
            }
        }
        for lo in 100..300 {
            for hi in lo..300 {
                for start in [0, 128, 256] {
                    let set = (0..128).filter(|at| (lo..=hi).contains(&(u128::from(start) + at)));
                    let set = set.fold(0, |set: u128, at| set | 1 << at);
                    assert_eq!(interval(start, lo, hi), set);
                }
            }
        }
    }

    #[test]
    fn taking_a_value_out() {
        let gaps = Gaps::without(130);
        assert!((0..400).all(|v| gaps.contains(v) == (v != 130)));
        assert_eq!(Gaps::without(u128::MAX), Gaps::FREE);
    }
}
