//! Mathematical integers as words: each is as wide as its values need, so that nothing wraps.

use super::Reader;
use crate::{Algebra, Bin};
use ir::logic::{ArithOp, CmpOp};

/// A mathematical integer: a signed word wide enough for its every value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Int<W> {
    pub(super) word: W,
    pub(super) width: u32,
}

impl<A: Algebra> Reader<'_, '_, '_, A> {
    pub(super) fn compare(&mut self, op: CmpOp, a: Int<A::Word>, b: Int<A::Word>) -> A::Word {
        let (a, b) = self.same_width(a, b);
        match op {
            CmpOp::Eq => self.alg.eq(a, b),
            CmpOp::Ne => {
                let same = self.alg.eq(a, b);
                self.alg.not(same)
            }
            CmpOp::Lt => self.alg.bin(Bin::Slt, a, b),
            CmpOp::Le => self.alg.bin(Bin::Sle, a, b),
        }
    }

    /// An integer in 64 bits; where it does not fit, the clause that needs it does not hold.
    pub(super) fn narrowed(&mut self, int: Int<A::Word>) -> A::Word {
        if int.width <= 64 {
            return self.alg.sext_to(int.word, 64);
        }
        let low = self.alg.extract(int.word, 0, 64);
        let again = self.alg.sext(low, int.width);
        let fits = self.alg.eq(again, int.word);
        self.defined.push(fits);
        low
    }

    pub(super) fn unsigned(&mut self, word: A::Word) -> Result<Int<A::Word>, String> {
        let width = within_limit(self.alg.width(word) + 1)?;
        Ok(Int { word: self.alg.zext(word, width), width })
    }

    pub(super) fn constant(&mut self, value: i128) -> Int<A::Word> {
        let width = 129 - if value < 0 { value.leading_ones() } else { value.leading_zeros() };
        let width = width.min(128);
        Int { word: self.alg.constant(width, value as u128), width }
    }

    pub(super) fn same_width(&mut self, a: Int<A::Word>, b: Int<A::Word>) -> (A::Word, A::Word) {
        let width = a.width.max(b.width);
        (self.alg.sext_to(a.word, width), self.alg.sext_to(b.word, width))
    }

    pub(super) fn plus(&mut self, a: Int<A::Word>, add: i128) -> Result<Int<A::Word>, String> {
        let b = self.constant(add);
        self.arith(ArithOp::Add, a, b)
    }

    pub(super) fn arith(
        &mut self,
        op: ArithOp,
        a: Int<A::Word>,
        b: Int<A::Word>,
    ) -> Result<Int<A::Word>, String> {
        if let (Some(x), Some(y)) = (self.const_of(a), self.const_of(b))
            && let Some(value) = const_arith(op, x, y)
        {
            return Ok(self.constant(value));
        }
        let wide = a.width.max(b.width);
        let (width, op) = match op {
            ArithOp::Add => (wide + 1, Bin::Add),
            ArithOp::Sub => (wide + 1, Bin::Sub),
            ArithOp::Mul => (a.width + b.width, Bin::Mul),
            ArithOp::Div => (wide + 1, Bin::Sdiv),
            ArithOp::Rem => (wide + 1, Bin::Srem),
            ArithOp::And => (wide, Bin::And),
            ArithOp::Or => (wide, Bin::Or),
            ArithOp::Xor => (wide, Bin::Xor),
            ArithOp::Shl | ArithOp::Shr => return self.shift(op, a, b),
        };
        let width = within_limit(width)?;
        let (x, y) = (self.alg.sext_to(a.word, width), self.alg.sext_to(b.word, width));
        if matches!(op, Bin::Sdiv | Bin::Srem) {
            let zero = self.alg.eq_const(y, 0);
            let nonzero = self.alg.not(zero);
            self.defined.push(nonzero);
        }
        Ok(Int { word: self.alg.bin(op, x, y), width })
    }

    fn const_of(&self, a: Int<A::Word>) -> Option<i128> {
        let bits = self.alg.as_const(a.word)?;
        let spare = 128 - a.width;
        Some((bits << spare) as i128 >> spare)
    }

    fn shift(
        &mut self,
        op: ArithOp,
        a: Int<A::Word>,
        b: Int<A::Word>,
    ) -> Result<Int<A::Word>, String> {
        let amount = self.const_of(b).filter(|amount| (0..128).contains(amount));
        let amount = amount.ok_or("a shift by an unknown amount in a contract")? as u32;
        let width = within_limit(if op == ArithOp::Shl { a.width + amount } else { a.width })?;
        let (word, by) =
            (self.alg.sext_to(a.word, width), self.alg.constant(width, amount as u128));
        let op = if op == ArithOp::Shl { Bin::Shl } else { Bin::Ashr };
        Ok(Int { word: self.alg.bin(op, word, by), width })
    }

    pub(super) fn wrap(
        &mut self,
        of: Int<A::Word>,
        bits: u32,
        signed: bool,
    ) -> Result<Int<A::Word>, String> {
        let wide = self.alg.sext_to(of.word, bits);
        let word = self.alg.extract(wide, 0, bits);
        if signed { Ok(Int { word, width: bits }) } else { self.unsigned(word) }
    }
}

fn within_limit(width: u32) -> Result<u32, String> {
    if width <= 128 { Ok(width) } else { Err("contract width beyond 128 bits".to_owned()) }
}

fn const_arith(op: ArithOp, x: i128, y: i128) -> Option<i128> {
    match op {
        ArithOp::Add => x.checked_add(y),
        ArithOp::Sub => x.checked_sub(y),
        ArithOp::Mul => x.checked_mul(y),
        ArithOp::Div => x.checked_div(y),
        ArithOp::Rem => x.checked_rem(y),
        ArithOp::And => Some(x & y),
        ArithOp::Or => Some(x | y),
        ArithOp::Xor => Some(x ^ y),
        ArithOp::Shl | ArithOp::Shr => None,
    }
}
