//! Numbers of 256 bits, as far as a fused product and sum needs them.

/// `high * 2^128 + low`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Wide {
    pub(super) high: u128,
    pub(super) low: u128,
}

impl Wide {
    pub(super) const fn new(low: u128) -> Self {
        Self { high: 0, low }
    }

    pub(super) const fn is_zero(self) -> bool {
        self.high == 0 && self.low == 0
    }

    pub(super) const fn shl(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { high: self.high << by | self.low >> (128 - by), low: self.low << by },
            _ => Self { high: self.low << (by - 128), low: 0 },
        }
    }

    /// The number over `2^by`, rounded down, and whether something was cut off.
    pub(super) const fn shr(self, by: u32) -> (Self, bool) {
        match by {
            0 => (self, false),
            1..128 => {
                let low = self.low >> by | self.high << (128 - by);
                (Self { high: self.high >> by, low }, self.low << (128 - by) != 0)
            }
            128..256 => {
                let by = by - 128;
                let cut = self.low != 0 || by > 0 && self.high << (128 - by) != 0;
                (Self::new(self.high >> by), cut)
            }
            _ => (Self::new(0), !self.is_zero()),
        }
    }

    pub(super) const fn add(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        Self { high: self.high + other.high + carry as u128, low }
    }

    /// The difference, which must not be negative.
    pub(super) const fn sub(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Self { high: self.high - other.high - borrow as u128, low }
    }

    pub(super) const fn bit_length(self) -> u32 {
        if self.high == 0 {
            128 - self.low.leading_zeros()
        } else {
            256 - self.high.leading_zeros()
        }
    }
}
