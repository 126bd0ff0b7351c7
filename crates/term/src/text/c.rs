//! Terms as C expressions, for people: predicates in reports and messages.
//!
//! Values are read as signed unless an operator says otherwise; then operands carry a cast.
//! Long terms are cut with `…`: this form is never read back.

use crate::float::float_text;
use crate::{Float, FloatOp, Format, Op, Pool, Rounding, Term};

/// The term as a C expression of at most about `limit` characters.
pub fn c_text(pool: &Pool, term: Term, limit: usize) -> String {
    let mut printer = Printer { pool, out: String::new(), limit };
    printer.print(term, 0, 0);
    printer.out
}

/// Nesting beyond this is cut, whatever the length.
const MAX_DEPTH: u32 = 60;

struct Printer<'a> {
    pool: &'a Pool,
    out: String,
    limit: usize,
}

/// The precedence of C's operators, loosest first.
fn precedence(op: Op) -> u32 {
    match op {
        Op::Ite => 1,
        Op::Any => 2,
        Op::All => 3,
        Op::Or => 4,
        Op::Xor => 5,
        Op::And => 6,
        Op::Eq => 7,
        Op::Ult | Op::Ule | Op::Slt | Op::Sle => 8,
        Op::Shl | Op::Lshr | Op::Ashr => 9,
        Op::Add | Op::Sub => 10,
        Op::Mul | Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => 11,
        Op::Float(Float { op, rounding: Rounding::NearestEven, .. }) => match op {
            FloatOp::Eq => 7,
            FloatOp::Lt | FloatOp::Le => 8,
            FloatOp::Add | FloatOp::Sub => 10,
            FloatOp::Mul | FloatOp::Div => 11,
            _ => 12,
        },
        _ => 12,
    }
}

fn is_equality(op: Op) -> bool {
    op == Op::Eq || matches!(op, Op::Float(float) if float.op == FloatOp::Eq)
}

impl Printer<'_> {
    fn print(&mut self, term: Term, outer: u32, depth: u32) {
        if self.out.len() >= self.limit || depth > MAX_DEPTH {
            self.out.push('…');
            return;
        }
        let own = self.own_precedence(term);
        if own < outer {
            self.out.push('(');
        }
        self.head(term, depth + 1);
        if own < outer {
            self.out.push(')');
        }
    }

    /// Negated equality is one operator in C.
    fn own_precedence(&self, term: Term) -> u32 {
        match self.pool.op(term) {
            Op::Not if is_equality(self.pool.op(self.pool.args(term)[0])) => 7,
            op => precedence(op),
        }
    }

    fn head(&mut self, term: Term, depth: u32) {
        let pool = self.pool;
        let args = pool.args(term);
        match pool.op(term) {
            Op::Const(_) => {
                let value = pool.as_signed_const(term).expect("a constant has a value");
                let text = if pool.width(term) == 1 { value.abs() } else { value }.to_string();
                self.out.push_str(&text);
            }
            Op::Var(var) => self.out.push_str(&pool.var_info(var).name),
            Op::Not if pool.width(term) > 1 => self.prefix("~", args[0], depth),
            Op::Not => match (pool.op(args[0]), pool.args(args[0])) {
                (Op::Eq, inner) => self.infix(" != ", inner, 7, depth),
                (op @ Op::Float(float), inner) if is_equality(op) => {
                    self.floats(" != ", float.format, inner, 7, depth);
                }
                _ => self.prefix("!", args[0], depth),
            },
            Op::Neg => self.prefix("-", args[0], depth),
            Op::Add => match pool.as_signed_const(args[1]) {
                Some(negative) if negative < 0 => {
                    self.print(args[0], 10, depth);
                    let text = format!(" - {}", negative.unsigned_abs());
                    self.out.push_str(&text);
                }
                _ => self.infix(" + ", args, 10, depth),
            },
            Op::Sub => self.infix(" - ", args, 10, depth),
            Op::Mul => self.infix(" * ", args, 11, depth),
            Op::Udiv => self.unsigned_infix(" / ", args, 11, depth),
            Op::Urem => self.unsigned_infix(" % ", args, 11, depth),
            Op::Sdiv => self.infix(" / ", args, 11, depth),
            Op::Srem => self.infix(" % ", args, 11, depth),
            Op::Shl => self.infix(" << ", args, 9, depth),
            Op::Lshr => self.unsigned_infix(" >> ", args, 9, depth),
            Op::Ashr => self.infix(" >> ", args, 9, depth),
            Op::And => self.infix(" & ", args, 6, depth),
            Op::Or => self.infix(" | ", args, 4, depth),
            Op::Xor => self.infix(" ^ ", args, 5, depth),
            Op::Eq => self.infix(" == ", args, 7, depth),
            Op::Ult => self.unsigned_infix(" < ", args, 8, depth),
            Op::Ule => self.unsigned_infix(" <= ", args, 8, depth),
            Op::Slt => self.infix(" < ", args, 8, depth),
            Op::Sle => self.infix(" <= ", args, 8, depth),
            Op::Ite => {
                self.print(args[0], 2, depth);
                self.out.push_str(" ? ");
                self.print(args[1], 1, depth);
                self.out.push_str(" : ");
                self.print(args[2], 1, depth);
            }
            Op::All => self.infix(" && ", args, 3, depth),
            Op::Any => self.infix(" || ", args, 2, depth),
            Op::Zext => self.cast('u', pool.width(args[0]), args[0], depth),
            Op::Sext => self.cast('i', pool.width(args[0]), args[0], depth),
            Op::Extract(0) => self.cast('u', pool.width(term), args[0], depth),
            op @ (Op::Extract(_)
            | Op::Concat
            | Op::UaddOverflow
            | Op::SaddOverflow
            | Op::SsubOverflow
            | Op::UmulOverflow
            | Op::SmulOverflow
            | Op::Element
            | Op::Table(_)) => self.call(op, term, depth),
            Op::Float(float) => self.float(float, term, depth),
        }
    }

    fn float(&mut self, float: Float, term: Term, depth: u32) {
        let args = self.pool.args(term);
        let nearest = float.rounding == Rounding::NearestEven;
        let symbol = match float.op {
            FloatOp::Add => " + ",
            FloatOp::Sub => " - ",
            FloatOp::Mul => " * ",
            FloatOp::Div => " / ",
            FloatOp::Eq => " == ",
            FloatOp::Lt => " < ",
            FloatOp::Le => " <= ",
            FloatOp::Neg => return self.prefix("-", args[0], depth),
            FloatOp::Convert(to) if nearest => {
                self.out.push_str(if to == Format::SINGLE { "(float)" } else { "(double)" });
                return self.print(args[0], 12, depth);
            }
            FloatOp::FromSigned | FloatOp::FromUnsigned if nearest => {
                let to = float.format;
                self.out.push_str(if to == Format::SINGLE { "(float)" } else { "(double)" });
                let sign = if float.op == FloatOp::FromSigned { 'i' } else { 'u' };
                return self.cast(sign, self.pool.width(args[0]), args[0], depth);
            }
            FloatOp::ToSigned | FloatOp::ToUnsigned if float.rounding == Rounding::Zero => {
                let sign = if float.op == FloatOp::ToSigned { 'i' } else { 'u' };
                return self.cast(sign, self.pool.width(term), args[0], depth);
            }
            _ => "",
        };
        if nearest && !symbol.is_empty() {
            return self.floats(symbol, float.format, args, precedence(Op::Float(float)), depth);
        }
        self.out.push_str(float.op.name());
        self.out.push('(');
        self.floats(", ", float.format, args, 0, depth);
        self.out.push(')');
    }

    /// Operands of which constants are written as numbers of their format.
    fn floats(&mut self, symbol: &str, format: Format, args: &[Term], own: u32, depth: u32) {
        for (at, &arg) in args.iter().enumerate() {
            if at > 0 {
                self.out.push_str(symbol);
            }
            match self.pool.as_const(arg) {
                Some(bits) => {
                    self.out.push_str(&float_text(format, bits));
                    if format == Format::SINGLE {
                        self.out.push('f');
                    }
                }
                None => self.print(arg, own + u32::from(at > 0), depth),
            }
        }
    }

    fn prefix(&mut self, symbol: &str, arg: Term, depth: u32) {
        self.out.push_str(symbol);
        self.print(arg, 12, depth);
    }

    /// The first operand may bind as tight as the operator, the others must bind tighter.
    fn infix(&mut self, symbol: &str, args: &[Term], own: u32, depth: u32) {
        for (at, &arg) in args.iter().enumerate() {
            if at > 0 {
                self.out.push_str(symbol);
            }
            self.print(arg, own + u32::from(at > 0), depth);
        }
    }

    /// Operands that are known not to be negative mean the same in both orders and need no cast.
    fn unsigned_infix(&mut self, symbol: &str, args: &[Term], own: u32, depth: u32) {
        if args.iter().all(|&arg| self.pool.domain(arg).slo >= 0) {
            return self.infix(symbol, args, own, depth);
        }
        for (at, &arg) in args.iter().enumerate() {
            if at > 0 {
                self.out.push_str(symbol);
            }
            match self.pool.as_const(arg) {
                Some(value) => {
                    let text = format!("{value}u");
                    self.out.push_str(&text);
                }
                None => self.cast('u', self.pool.width(arg), arg, depth),
            }
        }
    }

    /// `(uint8_t)x`; a boolean is an integer already.
    fn cast(&mut self, sign: char, width: u32, arg: Term, depth: u32) {
        if width == 1 {
            return self.print(arg, 12, depth);
        }
        let prefix = if sign == 'u' { "u" } else { "" };
        let text = format!("({prefix}int{width}_t)");
        self.out.push_str(&text);
        self.print(arg, 12, depth);
    }

    fn call(&mut self, op: Op, term: Term, depth: u32) {
        self.out.push_str(op.name());
        self.out.push('(');
        self.infix(", ", self.pool.args(term), 0, depth);
        if let Op::Extract(lo) = op {
            let text = format!(", {}, {lo}", u32::from(lo) + self.pool.width(term) - 1);
            self.out.push_str(&text);
        }
        self.out.push(')');
    }
}
