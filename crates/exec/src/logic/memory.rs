//! What a contract says of memory: the cells it reads, what is valid, what lies apart.
//!
//! Nothing is checked on the way as it is for code: the guards of a clause protect what it reads.

use super::integers::Int;
use super::{Env, Reader};
use crate::memory::Cell;
use crate::{Algebra, Alt, Bin, PtrId, Target, Val};
use ir::logic::{ArithOp, CmpOp, Node};

/// Some bytes of an object: the first one, and the one after the last.
struct Bytes<W> {
    start: Int<W>,
    end: Int<W>,
}

impl<A: Algebra> Reader<'_, '_, '_, A> {
    pub(super) fn valid(
        &mut self,
        (base, lo, hi, size): (Node, Node, Node, u64),
        env: &Env,
    ) -> Result<A::Word, String> {
        let (lo, hi, base) = (self.int(lo, env)?, self.int(hi, env)?, self.ptr(base, env)?);
        let mut valid = self.compare(CmpOp::Lt, hi, lo);
        for alt in self.machine.state.alts(base).to_vec() {
            let Target::Object(object) = alt.target else {
                self.leave_unmade(&alt);
                continue;
            };
            let bytes = self.machine.state.objects[object].size;
            let end = self.byte_offset(alt.offset, hi, 1, size)?;
            let start = self.byte_offset(alt.offset, lo, 0, size)?;
            let (zero, bytes) = (self.constant(0), self.unsigned(bytes)?);
            let (inside, within) =
                (self.compare(CmpOp::Le, zero, start), self.compare(CmpOp::Le, end, bytes));
            let both = self.alg.and(inside, within);
            let case = self.alg.and(alt.guard, both);
            valid = self.alg.or(valid, case);
        }
        Ok(valid)
    }

    /// Nothing can be said of an object that there is no room for.
    fn leave_unmade(&mut self, alt: &Alt<A::Word>) {
        if let Target::Unmade(_) = alt.target {
            self.machine.beyond(self.alg, alt.guard);
        }
    }

    /// `offset + (index + add) * size`, exactly.
    fn byte_offset(
        &mut self,
        offset: A::Word,
        index: Int<A::Word>,
        add: i128,
        size: u64,
    ) -> Result<Int<A::Word>, String> {
        let index = self.plus(index, add)?;
        let size = self.constant(size as i128);
        let scaled = self.arith(ArithOp::Mul, index, size)?;
        self.arith(ArithOp::Add, Int { word: offset, width: 64 }, scaled)
    }

    pub(super) fn separated(
        &mut self,
        a: (Node, Node, Node, u64),
        b: (Node, Node, Node, u64),
        env: &Env,
    ) -> Result<A::Word, String> {
        let (p, q) = (self.ptr(a.0, env)?, self.ptr(b.0, env)?);
        let (a_lo, a_hi) = (self.int(a.1, env)?, self.int(a.2, env)?);
        let (b_lo, b_hi) = (self.int(b.1, env)?, self.int(b.2, env)?);
        let mut apart = self.alg.yes();
        for alt in [p, q].map(|ptr| self.machine.state.alts(ptr).to_vec()).concat() {
            self.leave_unmade(&alt);
        }
        for x in self.machine.state.alts(p).to_vec() {
            for y in self.machine.state.alts(q).to_vec() {
                // Two null pointers are one address, as two pointers into one object may be.
                if x.target != y.target || !matches!(x.target, Target::Object(_) | Target::Null) {
                    continue;
                }
                let x_bytes = self.bytes_between(x.offset, a_lo, a_hi, a.3)?;
                let y_bytes = self.bytes_between(y.offset, b_lo, b_hi, b.3)?;
                let disjoint = self.disjoint(&x_bytes, &y_bytes);
                let both = self.alg.and(x.guard, y.guard);
                let case = self.alg.implies(both, disjoint);
                apart = self.alg.and(apart, case);
            }
        }
        Ok(apart)
    }

    fn bytes_between(
        &mut self,
        offset: A::Word,
        lo: Int<A::Word>,
        hi: Int<A::Word>,
        size: u64,
    ) -> Result<Bytes<A::Word>, String> {
        let start = self.byte_offset(offset, lo, 0, size)?;
        let end = self.byte_offset(offset, hi, 1, size)?;
        Ok(Bytes { start, end })
    }

    /// Do two ranges of one object share no byte? One that has none shares none, wherever it lies.
    fn disjoint(&mut self, x: &Bytes<A::Word>, y: &Bytes<A::Word>) -> A::Word {
        let cases = [(x.end, y.start), (y.end, x.start), (x.end, x.start), (y.end, y.start)];
        cases.into_iter().fold(self.alg.no(), |any, (end, start)| {
            let case = self.compare(CmpOp::Le, end, start);
            self.alg.or(any, case)
        })
    }

    /// A pointer some elements further, without the checks that code is subject to: guards of the clause protect it.
    pub(super) fn step(&mut self, base: PtrId, index: Int<A::Word>, size: u64) -> PtrId {
        let index = self.narrowed(index);
        let size = self.alg.constant(64, size as u128);
        let step = self.alg.bin(Bin::Mul, index, size);
        let mut alts = self.machine.state.alts(base).to_vec();
        for alt in &mut alts {
            alt.offset = self.alg.bin(Bin::Add, alt.offset, step);
        }
        self.machine.state.pointer(&alts)
    }

    pub(super) fn load(
        &mut self,
        addr: Node,
        ty: ir::Type,
        env: &Env,
    ) -> Result<Cell<A::Word>, String> {
        let ptr = self.ptr(addr, env)?;
        let mut result: Option<(Cell<A::Word>, A::Word)> = None;
        for alt in self.machine.state.alts(ptr).to_vec() {
            let Target::Object(object) = alt.target else {
                self.leave_unmade(&alt);
                continue;
            };
            let mut cell = self.machine.read_object(self.alg, object, &alt, ty);
            if let (Val::Word(word), ir::Type::Int(_)) = (cell.val, ty) {
                cell.val = Val::Word(self.machine.looked_at(self.alg, word, alt.guard));
            }
            let val = match result {
                None => cell.val,
                Some((other, _)) => self.machine.choose(self.alg, alt.guard, cell.val, other.val),
            };
            result = Some((Cell { val, ..cell }, alt.guard));
        }
        result.map(|(cell, _)| cell).ok_or_else(|| "a null pointer read in a contract".to_owned())
    }
}
