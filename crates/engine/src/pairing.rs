//! Few tests that show pairs: for each thing wanted one of several pairs, both halves by some test of the suite.
//!
//! Set cover with alternatives. A greedy choice first, then an exact search by iterative deepening, as long as it is quick.

use crate::limits;
use crate::objectives::Objective;
use entity::EntitySet;
use std::collections::BTreeSet;

/// Something that any one of these pairs would show.
#[derive(Clone, Debug)]
pub(crate) struct Wanted<T> {
    pub(crate) what: T,
    pub(crate) pairs: Vec<(Objective, Objective)>,
}

/// The fewest tests that show a pair for each thing wanted, by their numbers. Every thing wanted must have a pair that the
/// tests show.
pub(crate) fn fewest<T>(
    wanted: &[Wanted<T>],
    tests: &[(usize, EntitySet<Objective>)],
) -> Vec<usize> {
    let rows = without_inferior(tests);
    let wanted: Vec<&[(Objective, Objective)]> =
        wanted.iter().map(|wanted| wanted.pairs.as_slice()).collect();
    let mut search = Search { wanted: &wanted, rows: &rows, chosen: Vec::new(), nodes: 0 };
    let greedy = search.greedy();
    for most in 0..greedy.len() {
        search.chosen.clear();
        match search.within(most) {
            Found::Yes => return search.chosen.iter().map(|&row| rows[row].0).collect(),
            Found::No => {}
            Found::GaveUp => break,
        }
    }
    greedy.into_iter().map(|row| rows[row].0).collect()
}

/// Tests that show no more than another does are of no use.
fn without_inferior(tests: &[(usize, EntitySet<Objective>)]) -> Vec<(usize, BTreeSet<Objective>)> {
    let mut rows: Vec<(usize, BTreeSet<Objective>)> = Vec::new();
    for (number, shown) in tests {
        let shown: BTreeSet<Objective> = shown.iter().collect();
        if rows.iter().any(|(_, other)| shown.is_subset(other)) {
            continue;
        }
        rows.retain(|(_, other)| !other.is_subset(&shown));
        rows.push((*number, shown));
    }
    rows
}

enum Found {
    Yes,
    No,
    GaveUp,
}

struct Search<'a> {
    wanted: &'a [&'a [(Objective, Objective)]],
    rows: &'a [(usize, BTreeSet<Objective>)],
    chosen: Vec<usize>,
    nodes: u32,
}

impl Search<'_> {
    fn shows(&self, evaluation: Objective) -> bool {
        self.chosen.iter().any(|&row| self.rows[row].1.contains(&evaluation))
    }

    fn is_met(&self, pairs: &[(Objective, Objective)]) -> bool {
        pairs.iter().any(|&(a, b)| self.shows(a) && self.shows(b))
    }

    /// For each thing in turn the pair that needs the fewest new tests.
    fn greedy(&mut self) -> Vec<usize> {
        self.chosen.clear();
        for pairs in self.wanted {
            let shown = |one: Objective| self.rows.iter().any(|(_, row)| row.contains(&one));
            let possible = pairs.iter().filter(|&&(a, b)| shown(a) && shown(b));
            let missing = |&&(a, b): &&(Objective, Objective)| {
                usize::from(!self.shows(a)) + usize::from(!self.shows(b))
            };
            let &(a, b) = possible.min_by_key(missing).expect("a pair is shown by some tests");
            for half in [a, b] {
                if !self.shows(half) {
                    let row = self.rows.iter().position(|(_, row)| row.contains(&half));
                    self.chosen.push(row.expect("a test shows it"));
                }
            }
        }
        std::mem::take(&mut self.chosen)
    }

    /// Can so many more tests show everything?
    fn within(&mut self, most: usize) -> Found {
        self.nodes += 1;
        if self.nodes > limits::PAIRING_NODES {
            return Found::GaveUp;
        }
        let Some(open) = self.wanted.iter().copied().find(|pairs| !self.is_met(pairs)) else {
            return Found::Yes;
        };
        if most == 0 {
            return Found::No;
        }
        // Whatever meets this one holds a test that shows a missing half of some pair.
        let halves: BTreeSet<Objective> = open.iter().flat_map(|&(a, b)| [a, b]).collect();
        for row in 0..self.rows.len() {
            let useful = halves.iter().any(|&half| self.rows[row].1.contains(&half));
            if !useful || self.chosen.contains(&row) {
                continue;
            }
            self.chosen.push(row);
            match self.within(most - 1) {
                Found::No => {
                    self.chosen.pop();
                }
                found => return found,
            }
        }
        Found::No
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use entity::EntityRef;

    #[track_caller]
    fn check(wanted: &[&[(usize, usize)]], tests: &[&[usize]], expected: usize) {
        let objective = Objective::from_index;
        let wanted: Vec<Wanted<usize>> = wanted
            .iter()
            .enumerate()
            .map(|(what, pairs)| Wanted {
                what,
                pairs: pairs.iter().map(|&(a, b)| (objective(a), objective(b))).collect(),
            })
            .collect();
        let tests: Vec<(usize, EntitySet<Objective>)> = tests
            .iter()
            .enumerate()
            .map(|(number, shown)| (number, shown.iter().map(|&one| objective(one)).collect()))
            .collect();
        assert_eq!(fewest(&wanted, &tests).len(), expected);
    }

    #[test]
    fn halves_are_shared_where_that_saves_a_test() {
        // Three conditions: the first pairs share nothing, the second ones share evaluation 0.
        let wanted: &[&[(usize, usize)]] =
            &[&[(1, 2), (0, 2)], &[(3, 4), (0, 4)], &[(5, 6), (0, 6)]];
        let alone: Vec<Vec<usize>> = (0..7).map(|one| vec![one]).collect();
        let alone: Vec<&[usize]> = alone.iter().map(Vec::as_slice).collect();
        check(wanted, &alone, 4);
        check(&[], &alone, 0);
        check(&[&[(0, 1)]], &[&[0], &[0, 1]], 1);
    }
}
