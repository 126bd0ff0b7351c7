//! Terms as C expressions, for people: predicates in reports and messages.
//!
//! Values are read as signed unless an operator says otherwise; then operands carry a cast.
//! Long terms are cut with `…`: this form is never read back.

use crate::{Op, Pool, Term};

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
        _ => 12,
    }
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
            Op::Not if self.pool.op(self.pool.args(term)[0]) == Op::Eq => 7,
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
            | Op::Element) => self.call(op, term, depth),
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
