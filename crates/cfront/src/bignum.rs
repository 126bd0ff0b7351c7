//! Natural numbers of any size: just enough to read and combine floating constants exactly.

use std::cmp::Ordering;

/// A natural number: 32-bit digits, least significant first, no leading zero digits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Natural {
    digits: Vec<u32>,
}

impl Natural {
    pub(crate) fn new(value: u128) -> Self {
        Self::trimmed((0..4).map(|i| (value >> (32 * i)) as u32).collect())
    }

    fn trimmed(mut digits: Vec<u32>) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    pub(crate) fn bit_len(&self) -> u64 {
        match self.digits.last() {
            Some(top) => self.digits.len() as u64 * 32 - u64::from(top.leading_zeros()),
            None => 0,
        }
    }

    /// `self * factor + addend`.
    pub(crate) fn mul_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for digit in &mut self.digits {
            carry += u64::from(*digit) * u64::from(factor);
            *digit = carry as u32;
            carry >>= 32;
        }
        if carry != 0 {
            self.digits.push(carry as u32);
        }
    }

    pub(crate) fn mul(&self, other: &Self) -> Self {
        let mut digits = vec![0_u32; self.digits.len() + other.digits.len()];
        for (i, &a) in self.digits.iter().enumerate() {
            let mut carry = 0_u64;
            for (j, &b) in other.digits.iter().enumerate() {
                carry += u64::from(a) * u64::from(b) + u64::from(digits[i + j]);
                digits[i + j] = carry as u32;
                carry >>= 32;
            }
            digits[i + other.digits.len()] = carry as u32;
        }
        Self::trimmed(digits)
    }

    pub(crate) fn pow10(exponent: u32) -> Self {
        let mut power = Self::new(1);
        (0..exponent / 9).for_each(|_| power.mul_add(1_000_000_000, 0));
        (0..exponent % 9).for_each(|_| power.mul_add(10, 0));
        power
    }

    pub(crate) fn shl(&self, bits: u64) -> Self {
        if self.is_zero() {
            return Self::default();
        }
        let mut digits = vec![0; (bits / 32) as usize];
        let (shift, mut carry) = (bits % 32, 0_u64);
        for &digit in &self.digits {
            carry |= u64::from(digit) << shift;
            digits.push(carry as u32);
            carry >>= 32;
        }
        digits.push(carry as u32);
        Self::trimmed(digits)
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        let (long, short) =
            if self.digits.len() >= other.digits.len() { (self, other) } else { (other, self) };
        let (mut digits, mut carry) = (Vec::with_capacity(long.digits.len() + 1), 0_u64);
        for (i, &digit) in long.digits.iter().enumerate() {
            carry += u64::from(digit) + u64::from(short.digits.get(i).copied().unwrap_or(0));
            digits.push(carry as u32);
            carry >>= 32;
        }
        digits.push(carry as u32);
        Self::trimmed(digits)
    }

    /// `self - other`, which must not be negative.
    pub(crate) fn sub(&self, other: &Self) -> Self {
        let (mut digits, mut borrow) = (Vec::with_capacity(self.digits.len()), 0_i64);
        for (i, &digit) in self.digits.iter().enumerate() {
            let taken = i64::from(other.digits.get(i).copied().unwrap_or(0));
            let value = i64::from(digit) - taken + borrow;
            digits.push(value as u32);
            borrow = value >> 32;
        }
        Self::trimmed(digits)
    }

    /// Quotient and "was there a remainder" for a quotient below 2^127.
    pub(crate) fn div(&self, divisor: &Self) -> (u128, bool) {
        let (mut rest, mut quotient) = (self.clone(), 0_u128);
        let top = (self.bit_len() + 1).saturating_sub(divisor.bit_len()).min(127);
        for bit in (0..=top).rev() {
            let step = divisor.shl(bit);
            if rest >= step {
                rest = rest.sub(&step);
                quotient |= 1 << bit;
            }
        }
        (quotient, !rest.is_zero())
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_len = self.digits.len().cmp(&other.digits.len());
        by_len.then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }
}
