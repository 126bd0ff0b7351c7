//! Terms as C expressions, each with exactly the value of its term.

use super::bounds::{self, Part};
use super::text::{
    ADD, ATOM, BIT_AND, BIT_OR, BIT_XOR, BOTH, CHOICE, EITHER, EQUAL, MULTIPLY, ORDER, SHIFT, Text,
    UNARY, at_least, cast, constant, fit, holder, holder_bits, signed_type, truncated,
    unsigned_text, unsigned_type,
};
use crate::limits;
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Pool, Term, Var};

/// What a variable of the terms is in C.
pub(super) enum Named {
    /// An integer in this place.
    Place { text: String, signed: bool },
    /// A pointer that is null where the variable has this value; otherwise it leads to one object alone.
    Pointer { text: String, null: u128 },
}

pub(super) struct Printer<'a> {
    pub(super) pool: &'a Pool,
    pub(super) vars: BTreeMap<Var, Named>,
    /// Numbers that people will know again.
    pub(super) literals: BTreeSet<i128>,
    pub(super) fuel: u32,
}

impl Printer<'_> {
    pub(super) fn expression(mut self, term: Term) -> Option<String> {
        self.signed(term, 0).map(|(text, _)| text)
    }

    /// The conditions in the order of the path: each may rest on those before it.
    pub(super) fn conjunction(mut self, conditions: &[Term]) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        for part in bounds::parts(self.pool, conditions) {
            let text = match part {
                Part::Whole(condition) => self.signed(condition, 0)?,
                Part::Between(range) => self.between(range)?,
            };
            let text = at_least(text, BOTH);
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
        Some(if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") })
    }

    /// The value read as signed.
    pub(super) fn signed(&mut self, term: Term, depth: u32) -> Option<Text> {
        self.fuel = self.fuel.checked_sub(1)?;
        if depth > limits::FORMULA_DEPTH {
            return None;
        }
        let depth = depth + 1;
        let (pool, width) = (self.pool, self.pool.width(term));
        let args = pool.args(term);
        match pool.op(term) {
            Op::Const(_) => Some(constant(pool, term)),
            Op::Var(var) => self.variable(var, width),
            Op::Not if width == 1 => self.negated(args[0], depth),
            Op::Not => Some((format!("~{}", at_least(self.signed(args[0], depth)?, UNARY)), UNARY)),
            Op::Neg => {
                let text = format!("-{}", at_least(self.wide(args[0], depth)?, UNARY));
                fit(width, (text, UNARY))
            }
            Op::Add => fit(width, self.infix("+", ADD, args, depth)?),
            Op::Sub => fit(width, self.infix("-", ADD, args, depth)?),
            Op::Mul if pool.as_const(args[1]).is_some() && width <= 32 => {
                fit(width, self.infix("*", MULTIPLY, &[args[1], args[0]], depth)?)
            }
            Op::Mul => fit(width, self.infix("*", MULTIPLY, args, depth)?),
            Op::And => self.infix("&", BIT_AND, args, depth),
            Op::Or => self.infix("|", BIT_OR, args, depth),
            Op::Xor if width == 1 => self.infix("!=", EQUAL, args, depth),
            Op::Xor => self.infix("^", BIT_XOR, args, depth),
            Op::Sdiv => fit(width, self.infix("/", MULTIPLY, args, depth)?),
            Op::Srem => self.infix("%", MULTIPLY, args, depth),
            Op::Udiv => self.unsigned_infix("/", MULTIPLY, term, depth),
            Op::Urem => self.unsigned_infix("%", MULTIPLY, term, depth),
            Op::Shl => fit(width, self.infix("<<", SHIFT, args, depth)?),
            Op::Ashr => self.infix(">>", SHIFT, args, depth),
            Op::Lshr => self.unsigned_infix(">>", SHIFT, term, depth),
            Op::Eq => self.equality("==", args, depth),
            Op::Slt => self.order("<", args, depth),
            Op::Sle => self.order("<=", args, depth),
            Op::Ult => self.unsigned_order("<", args, depth),
            Op::Ule => self.unsigned_order("<=", args, depth),
            Op::Ite => self.choice(args, depth),
            Op::All => self.infix("&&", BOTH, args, depth),
            Op::Any => self.infix("||", EITHER, args, depth),
            Op::Zext => Some(widened(width, self.unsigned(args[0], depth)?)),
            Op::Sext if pool.width(args[0]) == 1 => {
                Some((format!("-{}", at_least(self.signed(args[0], depth)?, UNARY)), UNARY))
            }
            Op::Sext => Some(widened(width, self.signed(args[0], depth)?)),
            Op::Extract(lo) => self.extracted(args[0], lo, width, depth),
            Op::Concat => self.concat(args, width, depth),
            Op::SaddOverflow => self.signed_overflow("add", args, depth),
            Op::SsubOverflow => self.signed_overflow("sub", args, depth),
            Op::SmulOverflow => self.signed_overflow("mul", args, depth),
            Op::UaddOverflow => self.unsigned_overflow("add", args, depth),
            Op::UmulOverflow => self.unsigned_overflow("mul", args, depth),
            Op::Element => self.element(args, width, depth),
            // Places are said as integers here, and floats are none; a long list is no text.
            Op::Float(_) | Op::Table(_) => None,
        }
    }

    fn variable(&self, var: Var, width: u32) -> Option<Text> {
        match self.vars.get(&var)? {
            Named::Place { text, signed: true } => Some((text.clone(), ATOM)),
            Named::Place { text, signed: false } => {
                Some(cast(&signed_type(width)?, (text.clone(), ATOM)))
            }
            Named::Pointer { .. } => None,
        }
    }

    /// The same; a constant too has the type that holds its width.
    fn wide(&mut self, term: Term, depth: u32) -> Option<Text> {
        let text = self.signed(term, depth)?;
        let width = self.pool.width(term);
        let is_const = self.pool.as_const(term).is_some();
        Some(if is_const { widened(width, text) } else { text })
    }

    /// The value read as unsigned, in a type that holds it.
    pub(super) fn unsigned(&mut self, term: Term, depth: u32) -> Option<Text> {
        let width = self.pool.width(term);
        if let Some(value) = self.pool.as_const(term) {
            return Some((unsigned_text(value)?, ATOM));
        }
        if let Op::Var(var) = self.pool.op(term)
            && let Some(Named::Place { text, signed: false }) = self.vars.get(&var)
        {
            return Some((text.clone(), ATOM));
        }
        let text = self.signed(term, depth)?;
        if width == 1 || self.pool.domain(term).slo >= 0 {
            return Some(text);
        }
        match unsigned_type(width) {
            Some(ty) => Some(cast(&ty, text)),
            None if width < 32 => {
                let mask = (1u32 << width) - 1;
                Some((format!("({} & {mask})", at_least(text, BIT_AND)), ATOM))
            }
            None => None,
        }
    }

    pub(super) fn infix(
        &mut self,
        sign: &str,
        own: u32,
        args: &[Term],
        depth: u32,
    ) -> Option<Text> {
        let mut parts = Vec::new();
        for (index, &arg) in args.iter().enumerate() {
            // The left operand of a shift alone decides its type.
            let text = if sign == "<<" && index == 0 {
                self.wide(arg, depth)?
            } else {
                self.signed(arg, depth)?
            };
            parts.push(at_least(text, own + u32::from(index > 0 || own == ORDER || own == EQUAL)));
        }
        if sign == "+"
            && let Some(positive) = parts[1].strip_prefix('-')
            && positive.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Some((format!("{} - {positive}", parts[0]), own));
        }
        Some((parts.join(&format!(" {sign} ")), own))
    }

    /// An unsigned operation whose result is read as signed again.
    fn unsigned_infix(&mut self, sign: &str, own: u32, term: Term, depth: u32) -> Option<Text> {
        let (args, width) = (self.pool.args(term), self.pool.width(term));
        let a = at_least(self.unsigned(args[0], depth)?, own);
        let b = at_least(self.unsigned(args[1], depth)?, own + 1);
        let text = (format!("{a} {sign} {b}"), own);
        truncated(width, text)
    }

    fn choice(&mut self, args: &[Term], depth: u32) -> Option<Text> {
        let when = at_least(self.signed(args[0], depth)?, CHOICE + 1);
        let then = at_least(self.wide(args[1], depth)?, CHOICE + 1);
        let els = at_least(self.wide(args[2], depth)?, CHOICE);
        Some((format!("{when} ? {then} : {els}"), CHOICE))
    }

    /// Some bits of a value, read as signed.
    fn extracted(&mut self, of: Term, lo: u8, width: u32, depth: u32) -> Option<Text> {
        let text = self.wide(of, depth)?;
        let text =
            if lo == 0 { text } else { (format!("{} >> {lo}", at_least(text, SHIFT)), SHIFT) };
        if width == 1 {
            Some((format!("({} & 1)", at_least(text, BIT_AND)), ATOM))
        } else {
            truncated(width, text)
        }
    }

    fn concat(&mut self, args: &[Term], width: u32, depth: u32) -> Option<Text> {
        let ty = unsigned_type(holder_bits(width))?;
        let high = cast(&ty, self.signed(args[0], depth)?).0;
        let low = cast(&ty, self.unsigned(args[1], depth)?).0;
        truncated(width, (format!("{high} << {} | {low}", self.pool.width(args[1])), BIT_OR))
    }

    fn signed_overflow(&mut self, what: &str, args: &[Term], depth: u32) -> Option<Text> {
        let ty = signed_type(self.pool.width(args[0]))?;
        let (a, b) = (self.signed(args[0], depth)?, self.signed(args[1], depth)?);
        Some(overflow(what, &ty, &a, &b))
    }

    fn unsigned_overflow(&mut self, what: &str, args: &[Term], depth: u32) -> Option<Text> {
        let ty = unsigned_type(self.pool.width(args[0]))?;
        let (a, b) = (self.unsigned(args[0], depth)?, self.unsigned(args[1], depth)?);
        Some(overflow(what, &ty, &a, &b))
    }

    /// An index beyond the last cell reads the last.
    fn element(&mut self, args: &[Term], width: u32, depth: u32) -> Option<Text> {
        let index = self.unsigned(args[0], depth)?;
        let last = args.len() - 2;
        let mut cells = Vec::new();
        for &cell in &args[1..] {
            cells.push(at_least(self.signed(cell, depth)?, CHOICE));
        }
        let index = if self.pool.domain(args[0]).hi > last as u128 {
            let short = at_least(index, ORDER + 1);
            format!("{short} < {last} ? {short} : {last}")
        } else {
            index.0
        };
        Some((format!("({}[]){{{}}}[{index}]", holder(width), cells.join(", ")), ATOM))
    }
}

/// The same value in the type that holds a width.
fn widened(width: u32, text: Text) -> Text {
    if width > 32 { cast(holder(width), text) } else { text }
}

fn overflow(what: &str, ty: &str, (a, _): &Text, (b, _): &Text) -> Text {
    (format!("__builtin_{what}_overflow({a}, {b}, &({ty}){{0}})"), ATOM)
}
