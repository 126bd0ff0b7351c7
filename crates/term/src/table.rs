//! Looking up a word of a constant table: what is known of the word and of its index.
//!
//! An index beyond the last word reads the last, as [`crate::Op::Element`] has it. Tables may have a million words, so that no
//! question walks along them: a [`Column`] answers in steps of its logarithm. Bounds of the index and of the word are as tight
//! as both allow, but for values that only bits or remainders exclude.

use crate::{Domain, to_signed, to_unsigned};
use entity::{Column, entity};
use std::ops::Range;

entity! {
    /// A constant table of a pool.
    pub struct TableId = "t";
}

/// Words that are looked at one by one, so that what is known is exact.
const FEW: usize = 32;
/// Places in turn that bits or remainders may exclude before a bound stays where it is.
const MOST_SKIPPED: usize = 64;

/// What is known of the word at an index, not reduced.
pub fn word_facts(column: &Column, index_width: u32, index: &Domain) -> Domain {
    let (stretch, width) = (stretch(column, index), column.width());
    if stretch.len() <= FEW
        && let Some(words) = each_word(column, index_width, index, None, stretch.clone())
    {
        return words;
    }
    between(column, stretch, &Domain::full(width)).unwrap_or(Domain::full(width))
}

/// What follows for the index and the word from what is known of both; none where they contradict each other.
pub fn narrowed(
    column: &Column,
    index_width: u32,
    index: &Domain,
    word: &Domain,
) -> Option<(Domain, Domain)> {
    let stretch = stretch(column, index);
    let search = Search { column, index_width, index, word };
    let first = search.first(stretch.clone())?;
    let last = search.last(first..stretch.end)?;
    let mut at = Domain::full(index_width);
    at.lo = if first == stretch.start { index.lo } else { first as u128 };
    at.hi = if last + 1 == stretch.end { index.hi } else { last as u128 };
    let stretch = first..last + 1;
    let word = if stretch.len() <= FEW {
        each_word(column, index_width, index, Some(word), stretch)?
    } else {
        between(column, stretch, word)?
    };
    Some((at, word))
}

/// The positions that an index may have.
fn stretch(column: &Column, index: &Domain) -> Range<usize> {
    let last = column.values().len() - 1;
    let position = |at: u128| usize::try_from(at).map_or(last, |at| at.min(last));
    position(index.lo)..position(index.hi) + 1
}

/// The words of a few positions that the index may have, of those that are possible.
fn each_word(
    column: &Column,
    index_width: u32,
    index: &Domain,
    possible: Option<&Domain>,
    stretch: Range<usize>,
) -> Option<Domain> {
    let (width, last) = (column.width(), column.values().len() - 1);
    let positions = stretch.filter(|&at| at == last || index.contains(index_width, at as u128));
    let words = positions.map(|at| u128::from(column.values()[at]));
    let words = words.filter(|&word| possible.is_none_or(|it| it.contains(width, word)));
    words.map(|word| Domain::singleton(width, word)).reduce(|one, other| one.join(&other))
}

/// The least and the greatest words of a stretch that bounds allow, in both orders.
fn between(column: &Column, stretch: Range<usize>, word: &Domain) -> Option<Domain> {
    let width = column.width();
    let next = |from: u128| column.next_value(stretch.clone(), from as u64).map(u128::from);
    let before = |to: u128| column.last_value(stretch.clone(), to as u64).map(u128::from);
    let (lo, hi) = (next(word.lo)?, before(word.hi)?);
    let mut facts = Domain::unsigned(width, lo, hi);
    if word.slo < 0 {
        // Numbers below zero come last in the unsigned order; where there is none, the least is the least of all.
        let least = next(to_unsigned(word.slo, width)).or_else(|| next(0))?;
        facts.slo = facts.slo.max(to_signed(least, width));
    }
    if word.shi >= 0 {
        let greatest = before(word.shi as u128).or_else(|| before(crate::mask(width)))?;
        facts.shi = facts.shi.min(to_signed(greatest, width));
    }
    (lo <= hi).then_some(facts)
}

/// A look for places whose word is possible.
struct Search<'a> {
    column: &'a Column,
    index_width: u32,
    index: &'a Domain,
    word: &'a Domain,
}

impl Search<'_> {
    /// Words within bounds: one interval, or two where numbers above and below zero are possible.
    fn intervals(&self) -> [(u64, u64); 2] {
        let &Domain { lo, hi, slo, shi, .. } = self.word;
        let (lo, hi) = (lo as u64, hi as u64);
        if slo < 0 && shi >= 0 {
            let negative = to_unsigned(slo, self.column.width()) as u64;
            [(lo, hi.min(shi as u64)), (lo.max(negative), hi)]
        } else {
            [(lo, hi), (1, 0)]
        }
    }

    fn is_possible(&self, at: usize) -> bool {
        let (last, word) = (self.column.values().len() - 1, self.column.values()[at]);
        (at == last || self.index.contains(self.index_width, at as u128))
            && self.word.contains(self.column.width(), word.into())
    }

    /// The first place whose word is possible, or one before it.
    fn first(&self, mut stretch: Range<usize>) -> Option<usize> {
        for skipped in 0.. {
            let found = self
                .intervals()
                .into_iter()
                .filter_map(|(lo, hi)| self.column.first_within(stretch.clone(), lo, hi));
            let at = found.min()?;
            if skipped == MOST_SKIPPED || self.is_possible(at) {
                return Some(at);
            }
            stretch.start = at + 1;
        }
        None
    }

    /// The last place whose word is possible, or one behind it.
    fn last(&self, mut stretch: Range<usize>) -> Option<usize> {
        for skipped in 0.. {
            let found = self
                .intervals()
                .into_iter()
                .filter_map(|(lo, hi)| self.column.last_within(stretch.clone(), lo, hi));
            let at = found.max()?;
            if skipped == MOST_SKIPPED || self.is_possible(at) {
                return Some(at);
            }
            stretch.end = at;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entity::EntityRef;

    /// Facts hold of every pair of an index and its word, and bounds are met where nothing but bounds is known.
    fn check(values: &[u64], width: u32) {
        let column = Column::new(width, values.to_vec());
        let index_width = 8;
        let domains = |width: u32| {
            let m = crate::mask(width);
            let ends = [0, 1, 2, m / 3, m / 2, m / 2 + 1, m - 1, m].map(|it| it & m);
            let mut all = Vec::new();
            for lo in ends {
                all.extend(ends.iter().map(|&hi| Domain::unsigned(width, lo, hi)));
                let signed =
                    |hi: &u128| Domain::signed(width, to_signed(lo, width), to_signed(*hi, width));
                all.extend(ends.iter().map(signed));
                all.push(Domain::bits(width, lo & 5, hi_bits(lo)));
            }
            all.into_iter().filter_map(move |it| it.reduced(width)).collect::<Vec<_>>()
        };
        for index in domains(index_width) {
            let facts = word_facts(&column, index_width, &index);
            for word in domains(width) {
                let pairs = (0..256u128).filter(|&at| index.contains(index_width, at));
                let pairs = pairs.map(|at| (at, u128::from(column.at(at))));
                let pairs: Vec<_> = pairs.filter(|it| word.contains(width, it.1)).collect();
                let left = narrowed(&column, index_width, &index, &word);
                let Some((at, narrow)) = left else {
                    assert!(pairs.is_empty(), "{index:?} {word:?} has {pairs:?}");
                    continue;
                };
                for &(place, value) in &pairs {
                    assert!(facts.contains(width, value), "{facts:?} should have {value}");
                    assert!(at.contains(index_width, place), "{at:?} should have {place}");
                    assert!(narrow.contains(width, value), "{narrow:?} should have {value}");
                }
            }
        }
    }

    fn hi_bits(lo: u128) -> u128 {
        (lo >> 1) & 2
    }

    #[test]
    fn facts_hold_of_every_word() {
        let random = |at: u64| at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        for n in [1, 3, 40, 100, 200] {
            check(&(0..n).map(|at| random(at) & 15).collect::<Vec<_>>(), 4);
            check(&(0..n).map(|at| random(at) & 0xff).collect::<Vec<_>>(), 8);
            check(&(0..n).map(|at| (3 * at) & 0xffff).collect::<Vec<_>>(), 16);
            check(&(0..n).map(|at| random(at) << 40).collect::<Vec<_>>(), 64);
        }
        let id = TableId::from_index(3);
        assert_eq!(id.to_string(), "t3");
    }
}
