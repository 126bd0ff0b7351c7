//! The conditions of a path, each bound said once: of `n > 0 && n > 1 && n <= 2` there remains `n == 2`.
//!
//! A bound stands where its term is first asked about; later conditions may rest on it. Knows terms and no text.

use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Pool, Term};

/// A conjunct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A condition as it is.
    Whole(Term),
    /// A term lies between two constants, read as its order reads it.
    Between(Range),
}

/// Where a term lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) term: Term,
    pub(super) signed: bool,
    pub(super) lo: Option<i128>,
    pub(super) hi: Option<i128>,
}

/// The conjuncts of a path that some input takes.
pub(super) fn parts(pool: &Pool, conditions: &[Term]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut known: BTreeMap<(Term, bool), usize> = BTreeMap::new();
    let mut fixed: BTreeSet<Term> = BTreeSet::new();
    for &condition in conditions {
        fixed.extend(equated(pool, condition).map(|(term, _)| term));
        let Some(range) = range(pool, condition) else {
            if !parts.contains(&Part::Whole(condition)) {
                parts.push(Part::Whole(condition));
            }
            continue;
        };
        let at = *known.entry((range.term, range.signed)).or_insert(parts.len());
        match parts.get_mut(at) {
            Some(Part::Between(known)) => known.narrow(range),
            _ => parts.push(Part::Between(range)),
        }
    }
    let ranges: Vec<Range> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Between(range) => Some(*range),
            Part::Whole(_) => None,
        })
        .collect();
    parts.retain(|part| match part {
        Part::Between(range) => !fixed.contains(&range.term),
        Part::Whole(condition) => !is_implied(pool, *condition, &ranges),
    });
    parts
}

impl Range {
    fn narrow(&mut self, other: Self) {
        self.lo = self.lo.max(other.lo);
        self.hi = match (self.hi, other.hi) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
}

/// Is an inequality with a constant outside of what the term may be?
fn is_implied(pool: &Pool, condition: Term, ranges: &[Range]) -> bool {
    let Op::Not = pool.op(condition) else { return false };
    let Some((term, value)) = equated(pool, pool.args(condition)[0]) else { return false };
    let excludes = |range: &Range| {
        let value = number(pool, value, range.signed);
        range.term == term
            && value.is_some_and(|value| {
                range.lo.is_some_and(|lo| value < lo) || range.hi.is_some_and(|hi| value > hi)
            })
    };
    ranges.iter().any(excludes)
}

/// A term and the constant that it is equated with.
fn equated(pool: &Pool, condition: Term) -> Option<(Term, Term)> {
    match (pool.op(condition), pool.args(condition)) {
        (Op::Eq, &[a, b]) if pool.as_const(b).is_some() => Some((a, b)),
        (Op::Eq, &[a, b]) if pool.as_const(a).is_some() => Some((b, a)),
        _ => None,
    }
}

/// A comparison with a constant, as a range.
fn range(pool: &Pool, condition: Term) -> Option<Range> {
    let signed = matches!(pool.op(condition), Op::Slt | Op::Sle);
    let strict = match pool.op(condition) {
        Op::Slt | Op::Ult => 1,
        Op::Sle | Op::Ule => 0,
        _ => return None,
    };
    let &[a, b] = pool.args(condition) else { return None };
    match (number(pool, a, signed), number(pool, b, signed)) {
        (Some(lo), None) => {
            Some(Range { term: b, signed, lo: Some(lo.checked_add(strict)?), hi: None })
        }
        (None, Some(hi)) => {
            Some(Range { term: a, signed, lo: None, hi: Some(hi.checked_sub(strict)?) })
        }
        _ => None,
    }
}

/// The value of a constant; unsigned ones of 128 bits have none here.
pub(super) fn number(pool: &Pool, term: Term, signed: bool) -> Option<i128> {
    if signed {
        let width = pool.width(term);
        pool.as_const(term).map(|bits| (bits << (128 - width)) as i128 >> (128 - width))
    } else {
        i128::try_from(pool.as_const(term)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_said_once() {
        let mut pool = Pool::new();
        let (n, m) = (pool.var("n", 32), pool.var("m", 32));
        let [zero, one, two] = [0, 1, 2].map(|value| pool.constant(32, value));
        let (a, b, c) = (pool.slt(zero, n), pool.slt(one, n), pool.sle(n, two));
        let equal = pool.eq(m, one);
        let (below, unlike) = (pool.slt(m, two), pool.eq(n, zero));
        let unlike = pool.not(unlike);
        let found = parts(&pool, &[a, b, below, c, equal, unlike]);
        let between = Range { term: n, signed: true, lo: Some(2), hi: Some(2) };
        assert_eq!(found, [Part::Between(between), Part::Whole(equal)]);
    }
}
