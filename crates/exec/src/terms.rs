//! Terms of a pool as an algebra.

use crate::algebra::Linear;
use crate::limits::{CHOICES_IN_A_DIFFERENCE, GUARDED_PARTS, SUMMANDS};
use crate::{Algebra, Bin, Range};
use entity::Column;
use std::sync::Arc;
use term::{Domain, Float, Op, Pool, Term};

/// What is known of terms here and now, beyond what holds everywhere.
pub trait Knowledge {
    /// The values that a term can have.
    fn domain(&mut self, pool: &Pool, term: Term) -> Domain;
    /// Does nobody wait any longer for what is being computed?
    fn is_given_up(&self) -> bool {
        false
    }
}

/// The symbolic algebra: words are terms of a pool, and what is known of them is for a driver to say.
pub struct Terms<K> {
    /// Where terms live.
    pub pool: Pool,
    /// What is known of them.
    pub known: K,
}

impl<K: Knowledge> Algebra for Terms<K> {
    type Word = Term;

    fn constant(&mut self, width: u32, value: u128) -> Term {
        self.pool.constant(width, value & term::mask(width))
    }

    fn fresh(&mut self, name: &str, width: u32) -> Term {
        self.pool.var(name, width)
    }

    fn is_given_up(&self) -> bool {
        self.known.is_given_up()
    }

    fn n_words(&self) -> usize {
        self.pool.len()
    }

    fn width(&self, word: Term) -> u32 {
        self.pool.width(word)
    }

    fn as_const(&self, word: Term) -> Option<u128> {
        self.pool.as_const(word)
    }

    fn range(&mut self, word: Term) -> Range {
        range_of(&self.known.domain(&self.pool, word))
    }

    fn range_always(&self, word: Term) -> Range {
        range_of(self.pool.domain(word))
    }

    fn not(&mut self, a: Term) -> Term {
        self.pool.not(a)
    }

    fn neg(&mut self, a: Term) -> Term {
        self.pool.neg(a)
    }

    fn bin(&mut self, op: Bin, a: Term, b: Term) -> Term {
        let pool = &mut self.pool;
        match op {
            Bin::Add => pool.add(a, b),
            Bin::Sub => pool.sub(a, b),
            Bin::Mul => pool.mul(a, b),
            Bin::Udiv => pool.udiv(a, b),
            Bin::Urem => pool.urem(a, b),
            Bin::Sdiv => pool.sdiv(a, b),
            Bin::Srem => pool.srem(a, b),
            Bin::Shl => pool.shl(a, b),
            Bin::Lshr => pool.lshr(a, b),
            Bin::Ashr => pool.ashr(a, b),
            Bin::And => pool.and(a, b),
            Bin::Or => pool.or(a, b),
            Bin::Xor => pool.xor(a, b),
            Bin::Eq => pool.eq(a, b),
            Bin::Ult => pool.ult(a, b),
            Bin::Ule => pool.ule(a, b),
            Bin::Slt => pool.slt(a, b),
            Bin::Sle => pool.sle(a, b),
            Bin::AddOverflow => pool.add_overflows(true, a, b),
            Bin::SubOverflow => pool.sub_overflows(true, a, b),
            Bin::MulOverflow => pool.mul_overflows(true, a, b),
        }
    }

    fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        self.pool.ite(c, a, b)
    }

    fn moved(&mut self, to: Term, from: Term) -> Term {
        self.difference(to, from, CHOICES_IN_A_DIFFERENCE)
    }

    fn linear(&mut self, word: Term) -> Option<Linear<Term>> {
        let (products, addend) = self.summands(word)?;
        let factor = products.iter().fold(0, |factor, &(_, by)| gcd(factor, by));
        if !(2..1 << 32).contains(&factor) {
            return None;
        }
        let mut index = self.pool.constant(64, 0);
        for (part, by) in products {
            let times = self.pool.constant(64, u128::from(by / factor));
            let part = self.pool.mul(part, times);
            index = self.pool.add(index, part);
        }
        // A negative number of bytes belongs to the index as far as it goes.
        let elements = (addend as u64 as i64).div_euclid(factor as i64);
        let addend = (addend as u64 as i64).rem_euclid(factor as i64) as u64;
        let elements = self.pool.constant(64, elements as u64 as u128);
        Some(Linear { index: self.pool.add(index, elements), factor, addend })
    }

    fn element(&mut self, index: Term, cells: &[Term]) -> Term {
        self.pool.element(index, cells)
    }

    fn table(&mut self, index: Term, words: &Arc<Column>) -> Term {
        let table = self.pool.table_of(words);
        self.pool.table(table, index)
    }

    fn extract(&mut self, a: Term, lo: u32, width: u32) -> Term {
        self.pool.extract(a, lo + width - 1, lo)
    }

    fn concat(&mut self, high: Term, low: Term) -> Term {
        self.pool.concat(high, low)
    }

    fn zext(&mut self, a: Term, width: u32) -> Term {
        self.pool.zext(a, width)
    }

    fn sext(&mut self, a: Term, width: u32) -> Term {
        self.pool.sext(a, width)
    }

    fn float(&mut self, float: Float, width: u32, args: &[Term]) -> Term {
        self.pool.float(float, width, args)
    }

    fn as_float(&self, word: Term) -> Option<(Float, &[Term])> {
        match self.pool.op(word) {
            Op::Float(float) => Some((float, self.pool.args(word))),
            _ => None,
        }
    }

    fn has_free_bits(&mut self, word: Term) -> Option<Term> {
        let mut conditions = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        let always = self.pool.bool(true);
        let mut open = vec![(word, always)];
        while let Some((part, guard)) = open.pop() {
            if !seen.insert((part, guard)) {
                continue;
            }
            match (self.pool.op(part), self.pool.args(part)) {
                (Op::Ite, &[cond, yes, no]) if seen.len() < GUARDED_PARTS => {
                    let otherwise = self.pool.not(cond);
                    for (side, part) in [(cond, yes), (otherwise, no)] {
                        open.push((part, self.pool.and(guard, side)));
                    }
                }
                // A NaN whose sign alone is changed keeps its bits, unlike one that comes out of arithmetic.
                (op, args) if op.moves_bits() => open.extend(args.iter().map(|&arg| (arg, guard))),
                (Op::Float(float), _) => {
                    let Some(format) = float.result() else { continue };
                    let is_nan = self.pool.is_nan(format, part);
                    conditions.push(self.pool.and(guard, is_nan));
                }
                _ => {}
            }
        }
        (!conditions.is_empty()).then(|| self.pool.any(&conditions))
    }
}

impl<K: Knowledge> Terms<K> {
    /// A sum as words with their factors, and a constant.
    fn summands(&self, word: Term) -> Option<(Vec<(Term, u64)>, u128)> {
        let (mut products, mut addend) = (Vec::new(), 0u128);
        let mut open = vec![word];
        while let Some(part) = open.pop() {
            if products.len() + open.len() > SUMMANDS {
                return None;
            }
            if let Some(value) = self.pool.as_const(part) {
                addend = addend.wrapping_add(value);
            } else if self.pool.op(part) == term::Op::Add {
                open.extend(self.pool.args(part));
            } else {
                let (index, by) = self.with_constant(term::Op::Mul, part)?;
                products.push((index, u64::try_from(by).ok()?));
            }
        }
        (!products.is_empty()).then_some((products, addend & term::mask(64)))
    }

    /// The operand beside a constant one.
    fn with_constant(&self, op: term::Op, word: Term) -> Option<(Term, u128)> {
        let (true, &[a, b]) = (self.pool.op(word) == op, self.pool.args(word)) else { return None };
        let constant = self.pool.as_const(b).map(|value| (a, value));
        constant.or_else(|| self.pool.as_const(a).map(|value| (b, value)))
    }

    /// `to - from`, taken inside the choices that `to` makes: `ite(c, x + 1, x) - x` is `ite(c, 1, 0)`.
    fn difference(&mut self, to: Term, from: Term, choices: u32) -> Term {
        let (term::Op::Ite, [cond, yes, no], 1..) = (self.pool.op(to), self.pool.args(to), choices)
        else {
            return self.pool.sub(to, from);
        };
        let (cond, yes, no) = (*cond, *yes, *no);
        let yes = self.difference(yes, from, choices - 1);
        let no = self.difference(no, from, choices - 1);
        self.pool.ite(cond, yes, no)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn range_of(domain: &Domain) -> Range {
    Range {
        lo: domain.lo,
        hi: domain.hi,
        signed_lo: domain.slo,
        signed_hi: domain.shi,
        zeros: domain.zeros.trailing_ones(),
    }
}
