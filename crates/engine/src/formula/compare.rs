//! Comparisons, as people write them: constants on the right, `x >= 0` rather than `0 <= x`, null by name.

use super::bounds::{Range, number};
use super::printer::{Named, Printer};
use super::text::{
    ATOM, BOTH, EQUAL, ORDER, Text, UNARY, at_least, is_within, signed_text, unsigned_text,
};
use term::{Op, Term};

impl Printer<'_> {
    /// People write `x >= 0` rather than `0 <= x`.
    pub(super) fn order(&mut self, sign: &'static str, args: &[Term], depth: u32) -> Option<Text> {
        match self.against_constant(sign, args, true) {
            Some((term, sign, value)) => self.bound(term, true, sign, value, depth),
            None => self.infix(sign, ORDER, args, depth),
        }
    }

    /// The sides of an order with the constant on the right, if there is one.
    fn against_constant(
        &self,
        sign: &'static str,
        args: &[Term],
        signed: bool,
    ) -> Option<(Term, &'static str, i128)> {
        let &[a, b] = args else { unreachable!("an order should have two sides") };
        let mirrored = match sign {
            "<" => ">",
            "<=" => ">=",
            ">" => "<",
            _ => "<=",
        };
        match (number(self.pool, a, signed), number(self.pool, b, signed)) {
            (Some(value), None) => Some((b, mirrored, value)),
            (None, Some(value)) => Some((a, sign, value)),
            _ => None,
        }
    }

    /// A comparison with a constant; people write `x < 0` rather than `x <= -1`, and the numbers that their code has.
    fn bound(
        &mut self,
        term: Term,
        signed: bool,
        sign: &'static str,
        value: i128,
        depth: u32,
    ) -> Option<Text> {
        let width = self.pool.width(term);
        let (other_sign, other) = match sign {
            "<" => ("<=", value.checked_sub(1)?),
            "<=" => ("<", value.checked_add(1)?),
            ">" => (">=", value.checked_add(1)?),
            _ => (">", value.checked_sub(1)?),
        };
        let friendlier = is_within(other, width, signed) && self.merit(other) > self.merit(value);
        let (sign, value) = if friendlier { (other_sign, other) } else { (sign, value) };
        let (side, constant) = if signed {
            (self.signed(term, depth)?, signed_text(value, width).0)
        } else {
            (self.unsigned(term, depth)?, unsigned_text(value.unsigned_abs())?)
        };
        Some((format!("{} {sign} {constant}", at_least(side, ORDER + 1)), ORDER))
    }

    fn merit(&self, value: i128) -> u32 {
        match value {
            0 => 3,
            _ if self.literals.contains(&value) => 2,
            _ => u32::from(value % 10 == 0),
        }
    }

    pub(super) fn between(&mut self, Range { term, signed, lo, hi }: Range) -> Option<Text> {
        match (lo, hi) {
            (Some(lo), Some(hi)) if lo == hi => {
                let (side, constant) = if signed {
                    (self.signed(term, 0)?, signed_text(lo, self.pool.width(term)).0)
                } else {
                    (self.unsigned(term, 0)?, unsigned_text(lo.unsigned_abs())?)
                };
                Some((format!("{} == {constant}", at_least(side, EQUAL + 1)), EQUAL))
            }
            (Some(lo), Some(hi)) => {
                let (lo, hi) = (
                    self.bound(term, signed, ">=", lo, 0)?.0,
                    self.bound(term, signed, "<=", hi, 0)?.0,
                );
                Some((format!("{lo} && {hi}"), BOTH))
            }
            (Some(lo), None) => self.bound(term, signed, ">=", lo, 0),
            (None, Some(hi)) => self.bound(term, signed, "<=", hi, 0),
            (None, None) => Some(("1".to_owned(), ATOM)),
        }
    }

    pub(super) fn unsigned_order(
        &mut self,
        sign: &'static str,
        args: &[Term],
        depth: u32,
    ) -> Option<Text> {
        if let Some((term, sign, value)) = self.against_constant(sign, args, false) {
            return self.bound(term, false, sign, value, depth);
        }
        let a = at_least(self.unsigned(args[0], depth)?, ORDER + 1);
        let b = at_least(self.unsigned(args[1], depth)?, ORDER + 1);
        Some((format!("{a} {sign} {b}"), ORDER))
    }

    pub(super) fn equality(&mut self, sign: &str, args: &[Term], depth: u32) -> Option<Text> {
        if let Some(text) = self.null_test(sign, args) {
            return Some(text);
        }
        // Constants stand on the right.
        let swapped = [args[1], args[0]];
        let args = if self.pool.as_const(args[0]).is_some() { &swapped[..] } else { args };
        let is_unsigned = |term: &Term| match self.pool.op(*term) {
            Op::Var(var) => matches!(self.vars.get(&var), Some(Named::Place { signed: false, .. })),
            _ => false,
        };
        if !args.iter().any(is_unsigned) {
            return self.infix(sign, EQUAL, args, depth);
        }
        let a = at_least(self.unsigned(args[0], depth)?, EQUAL + 1);
        let b = at_least(self.unsigned(args[1], depth)?, EQUAL + 1);
        Some((format!("{a} {sign} {b}"), EQUAL))
    }

    /// Which object a pointer leads to is asked by comparing with a number.
    fn null_test(&self, sign: &str, args: &[Term]) -> Option<Text> {
        let [a, b] = args else { return None };
        for (var, number) in [(a, b), (b, a)] {
            if let (Op::Var(var), Some(value)) = (self.pool.op(*var), self.pool.as_const(*number))
                && let Some(Named::Pointer { text, null }) = self.vars.get(&var)
            {
                let is_null = (value == *null) == (sign == "==");
                let sign = if is_null { "==" } else { "!=" };
                return Some((format!("{text} {sign} 0"), EQUAL));
            }
        }
        None
    }

    pub(super) fn negated(&mut self, term: Term, depth: u32) -> Option<Text> {
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::Eq => self.equality("!=", args, depth),
            Op::Slt => self.order(">=", args, depth),
            Op::Sle => self.order(">", args, depth),
            Op::Ult => self.unsigned_order(">=", args, depth),
            Op::Ule => self.unsigned_order(">", args, depth),
            _ => Some((format!("!{}", at_least(self.signed(term, depth)?, UNARY)), UNARY)),
        }
    }
}
