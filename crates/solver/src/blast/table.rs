//! Words of constant tables, learnt as they are asked for.
//!
//! A table of a million words is no circuit. Its word is free wires at first, and wherever a model reads it wrongly two things are
//! learnt: what stands at that index, and of a stretch around it, as long as the wrong word does not stand there, which words
//! around that one do not stand there either (counterexample-guided, as arrays are lazily in Brummayer and Biere's lemmas on
//! demand). The first settles what one index decides, the second excludes by few lemmas what no index can give. Both hold of the
//! table whatever is asserted, so that they stay.

use super::arith::{self, Word};
use super::circuit::{Bit, Circuit};
use super::{Blaster, unknown_below};
use entity::Column;
use term::{Op, Pool, Term};

impl Blaster<'_> {
    /// The words of tables below some terms, all of whose wires the solver knows from here on.
    pub(super) fn table_words(
        &mut self,
        pool: &Pool,
        terms: impl Iterator<Item = Term>,
    ) -> Vec<Term> {
        let mut found = Vec::new();
        if !self.translator.has_tables() {
            return found;
        }
        for root in terms {
            let below = unknown_below(pool, root, &|_| false);
            found.extend(below.into_iter().filter(|&term| matches!(pool.op(term), Op::Table(_))));
        }
        found.sort_unstable();
        found.dedup();
        for &term in &found {
            for term in [term, pool.args(term)[0]] {
                for bit in self.wires(term) {
                    self.encoder.literal(self.translator.circuit(), bit);
                }
            }
        }
        found
    }

    /// Learns what the last model got wrong of these words; false if that is nothing.
    pub(super) fn learn_tables(&mut self, pool: &Pool, words: &[Term]) -> bool {
        let mut learnt = false;
        for &term in words {
            let Op::Table(table) = pool.op(term) else { continue };
            let (column, index) = (pool.column(table), self.wires(pool.args(term)[0]));
            let word = self.wires(term);
            let (at, said) = (self.number(&index), self.number(&word));
            if u128::from(column.at(at)) == said {
                continue;
            }
            let at = usize::try_from(at).unwrap_or(usize::MAX).min(column.values().len() - 1);
            self.learn_word(column, &index, &word, at);
            self.learn_stretch(column, &index, &word, (at, said as u64));
            learnt = true;
        }
        learnt
    }

    /// What stands at an index.
    fn learn_word(&mut self, column: &Column, index: &[Bit], word: &[Bit], at: usize) {
        let circuit = self.translator.circuit_mut();
        let here = within(circuit, index, at, at + 1, column);
        let right = constant(column.values()[at].into(), word.len());
        let same = arith::equal(circuit, word, &right);
        self.learn(&[!here, same]);
    }

    /// Which words around a wrong one do not stand in a stretch around an index.
    fn learn_stretch(
        &mut self,
        column: &Column,
        index: &[Bit],
        word: &[Bit],
        (at, wrong): (usize, u64),
    ) {
        let n = column.values().len();
        let from = column.last_within(0..at, wrong, wrong).map_or(0, |before| before + 1);
        let to = column.first_within(at + 1..n, wrong, wrong).unwrap_or(n);
        let circuit = self.translator.circuit_mut();
        let mut clause = vec![!within(circuit, index, from, to, column)];
        if let Some(less) = column.last_value(from..to, wrong) {
            let less = constant(less.into(), word.len());
            clause.push(!arith::less(circuit, &less, word));
        }
        if let Some(more) = column.next_value(from..to, wrong) {
            let more = constant(more.into(), word.len());
            clause.push(!arith::less(circuit, word, &more));
        }
        self.learn(&clause);
    }

    fn learn(&mut self, clause: &[Bit]) {
        if clause.contains(&Bit::TRUE) {
            return;
        }
        let open = clause.iter().filter(|&&bit| bit != Bit::FALSE);
        let clause: Vec<_> =
            open.map(|&bit| self.encoder.literal(self.translator.circuit(), bit)).collect();
        self.encoder.add_clause(&clause);
    }

    fn wires(&self, term: Term) -> Word {
        self.translator.bits(term).expect("what was asserted was translated").to_vec()
    }

    /// The number that wires have in the last model.
    fn number(&self, wires: &[Bit]) -> u128 {
        wires.iter().rev().fold(0, |sum, &bit| sum << 1 | u128::from(self.encoder.value(bit)))
    }
}

/// Does an index lie within `from .. to`? What lies beyond the last word reads that.
fn within(circuit: &mut Circuit, index: &[Bit], from: usize, to: usize, column: &Column) -> Bit {
    let fits = |at: usize| index.len() >= 64 || (at as u64) >> index.len() == 0;
    if !fits(from) {
        return Bit::FALSE;
    }
    let low = constant(from as u128, index.len());
    let not_before = !arith::less(circuit, index, &low);
    if to == column.values().len() || !fits(to) {
        return not_before;
    }
    let high = constant(to as u128, index.len());
    let before = arith::less(circuit, index, &high);
    circuit.and(not_before, before)
}

fn constant(value: u128, width: usize) -> Word {
    (0..width).map(|at| Bit::constant(value >> at & 1 == 1)).collect()
}
