//! Natural numbers of any size in digits of 32 bits, lowest first, as on paper.

use std::cmp::Ordering;

/// A natural number; the last digit is not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Big(Vec<u32>);

impl Big {
    pub(super) fn new(value: u128) -> Self {
        let digits = (0..4).map(|at| (value >> (32 * at)) as u32).collect();
        Self(digits).trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number, which must fit.
    pub(super) fn value(&self) -> u128 {
        assert!(self.0.len() <= 4, "a result should fit 128 bits");
        self.0.iter().rev().fold(0, |sum, &digit| sum * (1 << 32) + u128::from(digit))
    }

    /// How many bits it takes.
    pub(super) fn length(&self) -> i64 {
        let top = self.0.last().map_or(0, |digit| 32 - digit.leading_zeros());
        32 * (self.0.len() as i64 - 1).max(0) + i64::from(top)
    }

    /// Times `2^by`.
    pub(super) fn raised(&self, by: u32) -> Self {
        let mut digits = vec![0; (by / 32) as usize];
        let mut carry = 0;
        for &digit in &self.0 {
            let wide = u64::from(digit) << (by % 32) | carry;
            digits.push(wide as u32);
            carry = wide >> 32;
        }
        digits.push(carry as u32);
        Self(digits).trimmed()
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut digits = Vec::new();
        let mut carry = 0;
        for at in 0..=self.0.len().max(other.0.len()) {
            let digit = |of: &Self| u64::from(of.0.get(at).copied().unwrap_or(0));
            let sum = digit(self) + digit(other) + carry;
            digits.push(sum as u32);
            carry = sum >> 32;
        }
        Self(digits).trimmed()
    }

    /// The difference to a lesser number.
    pub(super) fn minus(&self, other: &Self) -> Self {
        let mut digits = Vec::new();
        let mut borrow = 0;
        for at in 0..self.0.len() {
            let digit = |of: &Self| i64::from(of.0.get(at).copied().unwrap_or(0));
            let difference = digit(self) - digit(other) - borrow;
            borrow = i64::from(difference < 0);
            digits.push(difference.rem_euclid(1 << 32) as u32);
        }
        assert_eq!(borrow, 0, "only a lesser number should be taken away");
        Self(digits).trimmed()
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut sum = Self::new(0);
        for (at, &digit) in other.0.iter().enumerate() {
            let mut row = vec![0; at];
            let mut carry = 0;
            for &own in &self.0 {
                let product = u64::from(own) * u64::from(digit) + carry;
                row.push(product as u32);
                carry = product >> 32;
            }
            row.push(carry as u32);
            sum = sum.plus(&Self(row).trimmed());
        }
        sum
    }

    /// Quotient parity and remainder: bit by bit from above.
    pub(super) fn modulo(&self, by: &Self) -> (bool, Self) {
        let (mut rest, mut odd) = (Self::new(0), false);
        for at in (0..self.length()).rev() {
            let bit = self.0[(at / 32) as usize] >> (at % 32) & 1;
            rest = rest.raised(1).plus(&Self::new(u128::from(bit)));
            odd = rest.compare(by) != Ordering::Less;
            if odd {
                rest = rest.minus(by);
            }
        }
        (odd, rest)
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}
