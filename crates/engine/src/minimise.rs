//! Small suites: as few tests as possible that reach everything reached.
//!
//! Greedy cover, then tests that others make superfluous are dropped; for small suites an exact search improves on it.

use crate::objectives::Objective;
use entity::EntitySet;

/// Suites with at most this many candidate tests are minimised exactly.
const EXACT_LIMIT: usize = 20;

/// Indices of tests that together reach all that `reached` reaches, in order; `cost` breaks ties (cheaper first).
pub fn minimise(reached: &[EntitySet<Objective>], cost: &[u64]) -> Vec<usize> {
    let greedy = greedy(reached, cost);
    if reached.len() > EXACT_LIMIT {
        return greedy;
    }
    exact(reached, greedy)
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

/// Tries all smaller subsets, smallest first. At most 2^20 of them, each a few machine words.
fn exact(reached: &[EntitySet<Objective>], best: Vec<usize>) -> Vec<usize> {
    let all: EntitySet<Objective> = reached.iter().flat_map(EntitySet::iter).collect();
    let objectives: Vec<Objective> = all.iter().collect();
    let masks: Vec<Vec<bool>> = objectives
        .iter()
        .map(|&objective| reached.iter().map(|set| set.contains(objective)).collect())
        .collect();
    for size in 1..best.len() {
        let mut chosen = Vec::new();
        if search(&masks, reached.len(), size, &mut chosen) {
            return chosen;
        }
    }
    best
}

fn search(masks: &[Vec<bool>], n_tests: usize, left: usize, chosen: &mut Vec<usize>) -> bool {
    let Some(open) = masks.iter().find(|mask| !chosen.iter().any(|&test| mask[test])) else {
        return true;
    };
    if left == 0 {
        return false;
    }
    // Some test must reach the first open objective; trying only those keeps the search small.
    for test in (0..n_tests).filter(|&test| open[test]) {
        chosen.push(test);
        if search(masks, n_tests, left - 1, chosen) {
            chosen.sort_unstable();
            return true;
        }
        chosen.retain(|&kept| kept != test);
    }
    false
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
