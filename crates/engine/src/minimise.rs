//! Small suites: as few tests as possible that reach everything reached.
//!
//! Greedy cover, then tests that others make superfluous are dropped; an exact search improves on it, as long as it is quick.

use crate::limits;
use crate::objectives::Objective;
use entity::{EntityRef, EntitySet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Indices of tests that together reach all that `reached` reaches, in order; `cost` breaks ties (cheaper first).
///
/// Tests that alone reach something are in every suite. Only what these leave open is chosen for, so that a switch of thousands of
/// cases costs no more than reading its tests.
pub(crate) fn minimise(reached: &[EntitySet<Objective>], cost: &[u64]) -> Vec<usize> {
    let mut kept = indispensable(reached);
    let covered: EntitySet<Objective> = kept.iter().flat_map(|&it| reached[it].iter()).collect();
    let open = |set: &EntitySet<Objective>| -> EntitySet<Objective> {
        set.iter().filter(|&objective| !covered.contains(objective)).collect()
    };
    let left: Vec<EntitySet<Objective>> = reached.iter().map(open).collect();
    let helpful: Vec<usize> = (0..left.len()).filter(|&index| !left[index].is_empty()).collect();
    let sets: Vec<EntitySet<Objective>> = helpful.iter().map(|&it| left[it].clone()).collect();
    let costs: Vec<u64> = helpful.iter().map(|&it| cost[it]).collect();
    let greedy = greedy(&sets, &costs);
    let fewest = match sets.len() {
        0..=limits::CANDIDATES => Exact::new(&sets).smaller_than(greedy),
        _ => greedy,
    };
    kept.extend(fewest.into_iter().map(|index| helpful[index]));
    kept.sort_unstable();
    kept
}

/// Tests that reach something which no other reaches.
fn indispensable(reached: &[EntitySet<Objective>]) -> Vec<usize> {
    let counts = times_reached(reached.iter());
    let is_alone = |set: &EntitySet<Objective>| set.iter().any(|it| counts[it.index()] == 1);
    (0..reached.len()).filter(|&index| is_alone(&reached[index])).collect()
}

/// How many tests reach each objective.
fn times_reached<'a>(sets: impl Iterator<Item = &'a EntitySet<Objective>>) -> Vec<u32> {
    let mut counts = Vec::new();
    for objective in sets.flat_map(EntitySet::iter) {
        let needed = counts.len().max(objective.index() + 1);
        counts.resize(needed, 0);
        counts[objective.index()] += 1;
    }
    counts
}

/// The test that reaches most of what is open, again and again. What a test is worth only shrinks, so that the first one whose
/// worth is still what it was when it was put into the heap is the best.
fn greedy(reached: &[EntitySet<Objective>], cost: &[u64]) -> Vec<usize> {
    let mut open: EntitySet<Objective> = reached.iter().flat_map(EntitySet::iter).collect();
    let worth = |index: usize, open: &EntitySet<Objective>| {
        let gain = reached[index].iter().filter(|&objective| open.contains(objective)).count();
        (gain, Reverse(cost[index]), Reverse(index))
    };
    let mut heap: BinaryHeap<_> = (0..reached.len()).map(|index| worth(index, &open)).collect();
    let mut kept = Vec::new();
    while !open.is_empty() {
        let best = heap.pop().expect("what is open was reached by some test");
        let now = worth(best.2.0, &open);
        if now.0 < best.0 {
            heap.push(now);
            continue;
        }
        for objective in reached[now.2.0].iter() {
            open.remove(objective);
        }
        kept.push(now.2.0);
    }
    kept.sort_unstable();
    drop_superfluous(reached, kept)
}

fn drop_superfluous(reached: &[EntitySet<Objective>], mut kept: Vec<usize>) -> Vec<usize> {
    let mut counts = times_reached(kept.iter().map(|&index| &reached[index]));
    for candidate in kept.clone().into_iter().rev() {
        if reached[candidate].iter().all(|objective| counts[objective.index()] > 1) {
            reached[candidate].iter().for_each(|objective| counts[objective.index()] -= 1);
            kept.retain(|&index| index != candidate);
        }
    }
    kept
}

/// A set of objectives, a bit for each.
type Bits = Vec<u64>;

/// Exact set cover by iterative deepening: the objective that the fewest tests reach is branched on, and what the best tests
/// cannot finish is not tried.
struct Exact {
    /// What each test reaches; empty for tests that another one makes superfluous.
    rows: Vec<Bits>,
    /// The tests that reach each objective.
    columns: Vec<Vec<usize>>,
    n_nodes: u32,
}

impl Exact {
    fn new(reached: &[EntitySet<Objective>]) -> Self {
        let all: EntitySet<Objective> = reached.iter().flat_map(EntitySet::iter).collect();
        let objectives: Vec<Objective> = all.iter().collect();
        let row = |set: &EntitySet<Objective>| {
            let mut bits = vec![0; objectives.len().div_ceil(64)];
            for (index, &objective) in objectives.iter().enumerate() {
                bits[index / 64] |= u64::from(set.contains(objective)) << (index % 64);
            }
            bits
        };
        let mut rows: Vec<Bits> = reached.iter().map(row).collect();
        for index in 0..rows.len() {
            let inside = |other: usize| {
                let within = rows[index].iter().zip(&rows[other]).all(|(a, b)| a & !b == 0);
                other != index && within && (rows[index] != rows[other] || other < index)
            };
            if (0..rows.len()).any(inside) {
                rows[index].fill(0);
            }
        }
        let reaches = |row: &Bits, index: usize| row[index / 64] >> (index % 64) & 1 == 1;
        let column = |index: usize| {
            (0..rows.len()).filter(|&test| reaches(&rows[test], index)).collect::<Vec<_>>()
        };
        let columns = (0..objectives.len()).map(column).collect();
        Self { rows, columns, n_nodes: 0 }
    }

    /// A cover with fewer tests, if there is one and it is found in time.
    fn smaller_than(mut self, best: Vec<usize>) -> Vec<usize> {
        let mut open: Bits = vec![0; self.columns.len().div_ceil(64)];
        for index in 0..self.columns.len() {
            open[index / 64] |= 1 << (index % 64);
        }
        for size in 1..best.len() {
            let mut chosen = Vec::new();
            if self.search(&open, size, &mut chosen) {
                chosen.sort_unstable();
                return chosen;
            }
        }
        best
    }

    /// Can so many tests reach what is open?
    fn search(&mut self, open: &Bits, left: usize, chosen: &mut Vec<usize>) -> bool {
        let n_open: u32 = open.iter().map(|word| word.count_ones()).sum();
        if n_open == 0 {
            return true;
        }
        self.n_nodes += 1;
        let gain = |row: &Bits| -> u32 {
            row.iter().zip(open).map(|(row, open)| (row & open).count_ones()).sum()
        };
        let most = self.rows.iter().map(gain).max().unwrap_or(0);
        if left == 0 || self.n_nodes > limits::SUITE_NODES || n_open as usize > most as usize * left
        {
            return false;
        }
        let is_open = |index: &usize| open[index / 64] >> (index % 64) & 1 == 1;
        let rarest = (0..self.columns.len())
            .filter(is_open)
            .min_by_key(|&index| self.columns[index].len())
            .expect("something is open");
        let mut tests = self.columns[rarest].clone();
        tests.sort_by_key(|&test| Reverse(gain(&self.rows[test])));
        for test in tests {
            let rest: Bits =
                open.iter().zip(&self.rows[test]).map(|(open, row)| open & !row).collect();
            chosen.push(test);
            if self.search(&rest, left - 1, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(reached: &[&[usize]], expected: &[usize]) {
        let sets: Vec<EntitySet<Objective>> = reached
            .iter()
            .map(|set| set.iter().map(|&index| Objective::from_index(index)).collect())
            .collect();
        assert_eq!(minimise(&sets, &vec![1; sets.len()]), expected);
    }

    #[test]
    fn greedy_is_improved_on() {
        // Greedy takes the four-element set first and then needs two more.
        check(&[&[0, 1, 2, 3], &[0, 1, 4], &[2, 3, 5]], &[1, 2]);
    }

    /// No cover is smaller than the one that is chosen, by trying all of them.
    #[test]
    fn nothing_is_smaller() {
        let mut random = crate::random::Random::new(7);
        for _ in 0..500 {
            let sets: Vec<EntitySet<Objective>> = (0..9)
                .map(|_| {
                    let member = |_: &usize| random.below(3) == 0;
                    (0..8).filter(member).map(Objective::from_index).collect()
                })
                .collect();
            let all: EntitySet<Objective> = sets.iter().flat_map(EntitySet::iter).collect();
            let covers = |chosen: u32| {
                let is_in = |index: &usize| chosen >> index & 1 == 1;
                let union: EntitySet<Objective> =
                    (0..9).filter(is_in).flat_map(|index| sets[index].iter()).collect();
                all.iter().all(|objective| union.contains(objective))
            };
            let fewest = (0..1u32 << 9).filter(|&it| covers(it)).map(u32::count_ones).min();
            let kept = minimise(&sets, &[1; 9]);
            assert!(covers(kept.iter().fold(0, |bits, &index| bits | 1 << index)));
            assert_eq!(fewest, Some(kept.len() as u32));
        }
    }

    #[test]
    fn covered_tests_go() {
        check(&[&[0], &[0, 1], &[1]], &[1]);
        check(&[], &[]);
    }
}
