//! Terms of a pool as an algebra.

use crate::{Algebra, Bin, Range};
use term::{Domain, Pool, Term};

/// What is known of terms here and now, beyond what holds everywhere.
pub trait Knowledge {
    /// The values that a term can have.
    fn domain(&self, pool: &Pool, term: Term) -> Domain;
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

    fn width(&self, word: Term) -> u32 {
        self.pool.width(word)
    }

    fn as_const(&self, word: Term) -> Option<u128> {
        self.pool.as_const(word)
    }

    fn range(&self, word: Term) -> Range {
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

    fn element(&mut self, index: Term, cells: &[Term]) -> Term {
        self.pool.element(index, cells)
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
}

/// How many nested choices a difference is taken through.
const CHOICES_IN_A_DIFFERENCE: u32 = 6;

impl<K: Knowledge> Terms<K> {
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

fn range_of(domain: &Domain) -> Range {
    Range {
        lo: domain.lo,
        hi: domain.hi,
        signed_lo: domain.slo,
        signed_hi: domain.shi,
        zeros: domain.zeros.trailing_ones(),
    }
}
