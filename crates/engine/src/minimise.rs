//! Small suites: as few tests as possible that reach everything reached.
//!
//! Greedy cover, then tests that others make superfluous are dropped; an exact search improves on it, as long as it is quick.

use crate::limits;
use crate::objectives::Objective;
use entity::EntitySet;

/// Indices of tests that together reach all that `reached` reaches, in order; `cost` breaks ties (cheaper first).
pub(crate) fn minimise(reached: &[EntitySet<Objective>], cost: &[u64]) -> Vec<usize> {
    let greedy = greedy(reached, cost);
    Exact::new(reached).smaller_than(greedy)
}

fn greedy(reached: &[EntitySet<Objective>], cost: &[u64]) -> Vec<usize> {
    let mut open: EntitySet<Objective> = reached.iter().flat_map(EntitySet::iter).collect();
    let mut kept = Vec::new();
    while !open.is_empty() {
        let gain = |index: usize| {
            reached[index].iter().filter(|&objective| open.contains(objective)).count()
        };
        let best = (0..reached.len())
            .max_by_key(|&index| {
                (gain(index), std::cmp::Reverse(cost[index]), std::cmp::Reverse(index))
            })
            .expect("what is open was reached by some test");
        for objective in reached[best].iter() {
            open.remove(objective);
        }
        kept.push(best);
    }
    kept.sort_unstable();
    drop_superfluous(reached, kept)
}

fn drop_superfluous(reached: &[EntitySet<Objective>], mut kept: Vec<usize>) -> Vec<usize> {
    for candidate in kept.clone().into_iter().rev() {
        let others: EntitySet<Objective> = kept
            .iter()
            .filter(|&&index| index != candidate)
            .flat_map(|&index| reached[index].iter())
            .collect();
        if reached[candidate].iter().all(|objective| others.contains(objective)) {
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
        tests.sort_by_key(|&test| std::cmp::Reverse(gain(&self.rows[test])));
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
    use entity::EntityRef;

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

    #[test]
    fn covered_tests_go() {
        check(&[&[0], &[0, 1], &[1]], &[1]);
        check(&[], &[]);
    }
}
