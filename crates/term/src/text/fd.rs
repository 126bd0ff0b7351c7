//! Writing `.fd` text: one `let` per operator, so that size and depth never matter.

use super::{Document, uses};
use crate::{Float, FloatOp, Op, Pool, Rounding, Term, to_signed};
use entity::EntityRef;
use std::fmt::Write;

/// Constraints as a file that [`super::parse`] reads back. Names of variables are made unique
/// where two variables share one.
pub fn fd_text(pool: &Pool, constraints: &[(Option<&str>, Term)]) -> String {
    let roots: Vec<Term> = constraints.iter().map(|&(_, term)| term).collect();
    let mut out = String::new();
    for &term in uses(pool, &roots).keys() {
        // Writing to a string cannot fail.
        let _ = match pool.op(term) {
            Op::Const(_) => Ok(()),
            Op::Var(_) => writeln!(out, "var {}: {}", name(pool, term), type_of(pool, term)),
            op => writeln!(out, "let {} = {}", name(pool, term), application(pool, op, term)),
        };
    }
    for &(label, term) in constraints {
        let _ = match label {
            Some(label) => writeln!(out, "label {label}: {}", name(pool, term)),
            None => writeln!(out, "assert {}", name(pool, term)),
        };
    }
    out
}

impl Document {
    /// The file's constraints as text again.
    pub fn to_text(&self) -> String {
        let constraints: Vec<(Option<&str>, Term)> =
            self.constraints.iter().map(|c| (c.label.as_deref(), c.term)).collect();
        fd_text(&self.pool, &constraints)
    }
}

/// A declared name is kept where it is unique and reads as a name; others get their number.
fn name(pool: &Pool, term: Term) -> String {
    match pool.op(term) {
        Op::Const(_) => literal(pool, term),
        Op::Var(var) => {
            let own = &pool.var_info(var).name;
            let readable = own.starts_with(|c: char| c.is_ascii_alphabetic())
                && own.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if readable { format!("{own}_{}", var.index()) } else { format!("var_{}", var.index()) }
        }
        _ => format!("t_{}", term.index()),
    }
}

fn literal(pool: &Pool, term: Term) -> String {
    let value = pool.as_const(term).expect("a constant has a value");
    match pool.width(term) {
        1 => {
            if value == 1 {
                "true".into()
            } else {
                "false".into()
            }
        }
        width => format!("{value}u{width}"),
    }
}

fn type_of(pool: &Pool, term: Term) -> String {
    match pool.width(term) {
        1 => "bool".into(),
        width => format!("u{width}"),
    }
}

fn application(pool: &Pool, op: Op, term: Term) -> String {
    let args = pool.args(term);
    let plain = |at: usize| name(pool, args[at]);
    let signed = |at: usize| match pool.as_const(args[at]) {
        Some(value) if pool.width(args[at]) > 1 => {
            let width = pool.width(args[at]);
            let value = to_signed(value, width);
            let sign = if value < 0 { "-" } else { "" };
            format!("{sign}{}i{width}", value.unsigned_abs())
        }
        _ => format!("signed({})", name(pool, args[at])),
    };
    let infix = |symbol: &str| format!("{} {symbol} {}", plain(0), plain(1));
    let signed_infix = |symbol: &str| format!("{} {symbol} {}", signed(0), signed(1));
    let list = || (0..args.len()).map(plain).collect::<Vec<_>>().join(", ");
    match op {
        Op::Const(_) | Op::Var(_) => plain(0),
        Op::Not => format!("~{}", plain(0)),
        Op::Neg => format!("-{}", plain(0)),
        Op::Add => infix("+"),
        Op::Sub => infix("-"),
        Op::Mul => infix("*"),
        Op::Udiv => infix("/"),
        Op::Urem => infix("%"),
        Op::Sdiv => format!("unsigned({})", signed_infix("/")),
        Op::Srem => format!("unsigned({})", signed_infix("%")),
        Op::Shl => infix("<<"),
        Op::Lshr => infix(">>"),
        Op::Ashr => format!("unsigned({})", signed_infix(">>")),
        Op::And => infix("&"),
        Op::Or => infix("|"),
        Op::Xor => infix("^"),
        Op::Eq => infix("=="),
        Op::Ult => infix("<"),
        Op::Ule => infix("<="),
        Op::Slt => signed_infix("<"),
        Op::Sle => signed_infix("<="),
        Op::Ite => format!("ite({})", list()),
        Op::Concat => format!("concat({})", list()),
        Op::Extract(lo) => {
            format!("extract({}, {}, {lo})", plain(0), u32::from(lo) + pool.width(term) - 1)
        }
        Op::Zext => format!("zext({}, {})", plain(0), pool.width(term)),
        Op::Sext => format!("unsigned(sext({}, {}))", plain(0), pool.width(term)),
        Op::UaddOverflow => format!("add_overflows({})", list()),
        Op::SaddOverflow => format!("add_overflows({}, {})", signed(0), signed(1)),
        Op::SsubOverflow => format!("sub_overflows({}, {})", signed(0), signed(1)),
        Op::UmulOverflow => format!("mul_overflows({})", list()),
        Op::SmulOverflow => format!("mul_overflows({}, {})", signed(0), signed(1)),
        Op::All => format!("all({})", list()),
        Op::Any => format!("any({})", list()),
        Op::Element => format!("element({})", list()),
        Op::Table(table) => {
            let words = pool.column(table).values().iter();
            let words = words.map(|it| format!("{it}u{}", pool.width(term)));
            let all: Vec<String> = std::iter::once(plain(0)).chain(words).collect();
            format!("element({})", all.join(", "))
        }
        Op::Float(float) => float_application(pool, float, term),
    }
}

/// Terms are bits here: operands are read as floats, and results as bits again.
fn float_application(pool: &Pool, float: Float, term: Term) -> String {
    let Float { op, format, .. } = float;
    let parameters = |of: crate::Format| format!("{}, {}", of.exponent, of.precision);
    let operand = |&arg: &Term| match op {
        FloatOp::FromSigned | FloatOp::FromUnsigned => name(pool, arg),
        _ => format!("float({}, {})", name(pool, arg), parameters(format)),
    };
    let mut args: Vec<String> = pool.args(term).iter().map(operand).collect();
    match op {
        FloatOp::Convert(to) => args.push(parameters(to)),
        FloatOp::FromSigned | FloatOp::FromUnsigned => args.push(parameters(format)),
        FloatOp::ToSigned | FloatOp::ToUnsigned => args.push(pool.width(term).to_string()),
        _ => {}
    }
    let call = format!("{}{}({})", op.name(), rounding_suffix(float.rounding), args.join(", "));
    match op {
        _ if op.is_comparison() => call,
        FloatOp::ToSigned => format!("unsigned({call})"),
        FloatOp::ToUnsigned => call,
        _ => format!("bits({call})"),
    }
}

/// What is put behind the name of an operator that does not round to the nearest even.
pub(super) const fn rounding_suffix(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "",
        Rounding::NearestAway => "_away",
        Rounding::Zero => "_zero",
        Rounding::Down => "_down",
        Rounding::Up => "_up",
    }
}
