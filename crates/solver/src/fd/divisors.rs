//! Products that are known and cannot wrap: the factors are divisors.
//!
//! Bounds of both factors move to the nearest divisors whose cofactor is possible too.
//! Numbers are factored by Pollard's rho with Brent's cycle search, and primes recognised by
//! Miller and Rabin's test with bases that are exact below 2^64.

use std::collections::BTreeMap;
use term::Domain;

/// Numbers with more divisors than this are left alone.
const MAX_DIVISORS: usize = 4096;

/// How many numbers' divisors are kept.
const MAX_KEPT: usize = 64;

/// Divisors of numbers met before, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Divisors {
    known: BTreeMap<u64, Vec<u64>>,
}

/// What the divisors say of a product's factors.
#[expect(clippy::large_enum_variant, reason = "one at a time, on the stack")]
pub(super) enum Factors {
    Possible(Domain, Domain),
    Impossible,
    /// Nothing to say.
    Open,
}

impl Divisors {
    /// Facts about `a` and `b` from `a * b = product` in the naturals.
    pub(super) fn factors(&mut self, width: u32, product: u128, a: &Domain, b: &Domain) -> Factors {
        let settled = a.as_singleton().is_some() || b.as_singleton().is_some();
        let Some(number) = u64::try_from(product).ok().filter(|&n| n > 3 && !settled) else {
            return Factors::Open;
        };
        let list = self.of(number);
        if list.is_empty() {
            return Factors::Open;
        }
        let possible = |&&d: &&u64| {
            a.contains(width, u128::from(d)) && b.contains(width, u128::from(number / d))
        };
        let (Some(&first), Some(&last)) =
            (list.iter().find(possible), list.iter().rev().find(possible))
        else {
            return Factors::Impossible;
        };
        let interval = |lo: u64, hi: u64| Domain::unsigned(width, u128::from(lo), u128::from(hi));
        Factors::Possible(interval(first, last), interval(number / last, number / first))
    }

    /// All divisors in order; none if there are too many.
    fn of(&mut self, number: u64) -> &[u64] {
        if self.known.len() >= MAX_KEPT && !self.known.contains_key(&number) {
            self.known.clear();
        }
        self.known.entry(number).or_insert_with(|| divisors(number))
    }
}

fn divisors(number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    split(number, &mut primes);
    primes.sort_unstable();
    let mut found = vec![1];
    let mut at = 0;
    while at < primes.len() {
        let prime = primes[at];
        let exponent = primes[at..].iter().take_while(|&&other| other == prime).count();
        if found.len() * (exponent + 1) > MAX_DIVISORS {
            return Vec::new();
        }
        let before = found.clone();
        let mut power = 1;
        for _ in 0..exponent {
            power *= prime;
            found.extend(before.iter().map(|d| d * power));
        }
        at += exponent;
    }
    found.sort_unstable();
    found
}

/// The prime factors with their multiplicity, in any order.
fn split(number: u64, primes: &mut Vec<u64>) {
    let mut rest = number;
    for small in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
        while rest.is_multiple_of(small) {
            primes.push(small);
            rest /= small;
        }
    }
    let mut waiting = vec![rest];
    while let Some(n) = waiting.pop() {
        if n == 1 {
            continue;
        }
        if is_prime(n) {
            primes.push(n);
        } else {
            let factor = rho(n);
            waiting.extend([factor, n / factor]);
        }
    }
}

fn mul_mod(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

fn pow_mod(base: u64, mut exponent: u64, n: u64) -> u64 {
    let (mut result, mut square) = (1, base % n);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = mul_mod(result, square, n);
        }
        square = mul_mod(square, square, n);
        exponent >>= 1;
    }
    result
}

/// For numbers without a factor up to 37, which are the bases.
fn is_prime(n: u64) -> bool {
    let shift = (n - 1).trailing_zeros();
    let odd = (n - 1) >> shift;
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let mut x = pow_mod(base, odd, n);
        if n == base || x == 1 || x == n - 1 {
            return true;
        }
        (1..shift).any(|_| {
            x = mul_mod(x, x, n);
            x == n - 1
        })
    })
}

/// A proper factor of a composite odd number.
fn rho(n: u64) -> u64 {
    let mut offset = 1;
    loop {
        if let Some(factor) = rho_with(n, offset) {
            return factor;
        }
        offset += 1;
    }
}

fn rho_with(n: u64, offset: u64) -> Option<u64> {
    let step =
        |x: u64| ((u128::from(x) * u128::from(x) + u128::from(offset)) % u128::from(n)) as u64;
    let (mut slow, mut fast, mut length) = (2u64, 2u64, 1u64);
    loop {
        for _ in 0..length {
            fast = step(fast);
            match gcd(slow.abs_diff(fast), n) {
                1 => {}
                factor if factor == n => return None,
                factor => return Some(factor),
            }
        }
        slow = fast;
        length *= 2;
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_agree_with_trying() {
        for number in (2..3000).chain([65_536, 1 << 20, 999_999, 1_000_003]) {
            let expected: Vec<u64> = (1..=number).filter(|d| number % d == 0).collect();
            assert_eq!(divisors(number), expected, "{number}");
        }
    }

    #[test]
    fn large_semiprimes() {
        let (p, q) = (2_147_483_647, 2_147_483_629);
        assert_eq!(divisors(p * q), [1, q, p, p * q]);
        assert_eq!(divisors(u64::MAX).len(), 128);
        assert_eq!(divisors(18_446_744_073_709_551_557), [1, 18_446_744_073_709_551_557]);
    }
}
