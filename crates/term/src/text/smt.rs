//! Terms as SMT-LIB 2, for other solvers: one definition per operator, in order.
//!
//! Booleans are bit-vectors of one bit here too, so comparisons are turned into bits.
//! SMT-LIB's floats are no bit-vectors: a float operator is defined as a float, and where others look at its bits these are a
//! constant that reads as that float.

use super::uses;
use crate::{Float, FloatOp, Format, Op, Pool, Rounding, Term};
use entity::EntityRef;
use std::fmt::Write;

/// Declarations and definitions for the booleans, followed by their assertion.
pub fn smt_text(pool: &Pool, constraints: &[Term]) -> String {
    let mut out = String::new();
    let bits = with_bits(pool, constraints);
    for &term in uses(pool, constraints).keys() {
        let width = pool.width(term);
        // Writing to a string cannot fail.
        let _ = match pool.op(term) {
            Op::Const(_) => Ok(()),
            Op::Var(_) => writeln!(out, "(declare-const {} (_ BitVec {width}))", name(pool, term)),
            Op::Float(float) if float.result().is_some() => {
                out.push_str(&float_definition(pool, float, term, bits.contains(&term)));
                Ok(())
            }
            op => writeln!(
                out,
                "(define-fun {} () (_ BitVec {width}) {})",
                name(pool, term),
                application(pool, op, term)
            ),
        };
    }
    for &term in constraints {
        let _ = writeln!(out, "(assert (= {} #b1))", name(pool, term));
    }
    out
}

fn name(pool: &Pool, term: Term) -> String {
    match pool.op(term) {
        Op::Const(_) => {
            let value = pool.as_const(term).expect("a constant has a value");
            format!("(_ bv{value} {})", pool.width(term))
        }
        Op::Var(var) => format!("v{}", var.index()),
        _ => format!("t{}", term.index()),
    }
}

fn application(pool: &Pool, op: Op, term: Term) -> String {
    let args = pool.args(term);
    let arg = |at: usize| name(pool, args[at]);
    let width = args.first().map_or(1, |&arg| pool.width(arg));
    let list = || (0..args.len()).map(arg).collect::<Vec<_>>().join(" ");
    let call = |function: &str| format!("({function} {})", list());
    let bit = |condition: String| format!("(ite {condition} #b1 #b0)");
    let extended = |by: &str, extra: u32, at: usize| format!("((_ {by} {extra}) {})", arg(at));
    match op {
        Op::Const(_) | Op::Var(_) => name(pool, term),
        Op::Not => call("bvnot"),
        Op::Neg => call("bvneg"),
        Op::Add => call("bvadd"),
        Op::Sub => call("bvsub"),
        Op::Mul => call("bvmul"),
        Op::Udiv => call("bvudiv"),
        Op::Urem => call("bvurem"),
        Op::Sdiv => call("bvsdiv"),
        Op::Srem => call("bvsrem"),
        Op::Shl => call("bvshl"),
        Op::Lshr => call("bvlshr"),
        Op::Ashr => call("bvashr"),
        Op::And | Op::All => call("bvand"),
        Op::Or | Op::Any => call("bvor"),
        Op::Xor => call("bvxor"),
        Op::Eq => bit(call("=")),
        Op::Ult => bit(call("bvult")),
        Op::Ule => bit(call("bvule")),
        Op::Slt => bit(call("bvslt")),
        Op::Sle => bit(call("bvsle")),
        Op::Ite => format!("(ite (= {} #b1) {} {})", arg(0), arg(1), arg(2)),
        Op::Concat => call("concat"),
        Op::Extract(lo) => {
            format!("((_ extract {} {lo}) {})", u32::from(lo) + pool.width(term) - 1, arg(0))
        }
        Op::Zext => extended("zero_extend", pool.width(term) - width, 0),
        Op::Sext => extended("sign_extend", pool.width(term) - width, 0),
        Op::UaddOverflow => leaves(width, "zero_extend", "bvadd", 1, &arg(0), &arg(1)),
        Op::SaddOverflow => leaves(width, "sign_extend", "bvadd", 1, &arg(0), &arg(1)),
        Op::SsubOverflow => leaves(width, "sign_extend", "bvsub", 1, &arg(0), &arg(1)),
        Op::UmulOverflow => leaves(width, "zero_extend", "bvmul", width, &arg(0), &arg(1)),
        Op::SmulOverflow => leaves(width, "sign_extend", "bvmul", width, &arg(0), &arg(1)),
        Op::Element => {
            let last = args.len() - 1;
            let cells = (1..last).rev();
            cells.fold(arg(last), |rest, at| {
                format!("(ite (= {} (_ bv{} {width})) {} {rest})", arg(0), at - 1, arg(at))
            })
        }
        Op::Table(table) => {
            let word = |it: u64| format!("(_ bv{it} {})", pool.width(term));
            let mut words = pool.column(table).values().iter().copied().enumerate().rev();
            let last = words.next().map_or(String::new(), |(_, it)| word(it));
            words.fold(last, |rest, (at, it)| {
                format!("(ite (= {} (_ bv{at} {width})) {} {rest})", arg(0), word(it))
            })
        }
        Op::Float(float) => float_application(pool, float, term),
    }
}

/// The wide result differs from its own low part extended again.
fn leaves(width: u32, extend: &str, op: &str, extra: u32, a: &str, b: &str) -> String {
    let wide = format!("({op} ((_ {extend} {extra}) {a}) ((_ {extend} {extra}) {b}))");
    let again = format!("((_ {extend} {extra}) ((_ extract {} 0) {wide}))", width - 1);
    format!("(ite (= {wide} {again}) #b0 #b1)")
}

/// Does the script need the theory of floats?
pub fn has_floats(pool: &Pool, constraints: &[Term]) -> bool {
    uses(pool, constraints).keys().any(|&term| matches!(pool.op(term), Op::Float(_)))
}

/// The float terms that others than float operators look at.
fn with_bits(pool: &Pool, constraints: &[Term]) -> std::collections::BTreeSet<Term> {
    let mut found = std::collections::BTreeSet::new();
    for (&term, _) in uses(pool, constraints).iter().rev() {
        let looks = match pool.op(term) {
            Op::Float(float) if matches!(float.op, FloatOp::Neg | FloatOp::Abs) => {
                found.contains(&term)
            }
            Op::Float(float) => float.op.takes_integer(),
            _ => true,
        };
        if looks {
            found.extend(pool.args(term));
        }
    }
    found
}

fn sort(format: Format) -> String {
    format!("{} {}", format.exponent, format.precision)
}

const fn mode(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::Zero => "RTZ",
        Rounding::Down => "RTN",
        Rounding::Up => "RTP",
    }
}

/// A term read as a float of a format.
fn as_float(pool: &Pool, format: Format, term: Term) -> String {
    match pool.op(term) {
        Op::Float(float) if float.result() == Some(format) => format!("f{}", term.index()),
        _ => format!("((_ to_fp {}) {})", sort(format), name(pool, term)),
    }
}

fn float_definition(pool: &Pool, float: Float, term: Term, bits: bool) -> String {
    let format = float.result().expect("only floats are defined as floats");
    let (own, value) = (term.index(), float_application(pool, float, term));
    let mut out = format!("(define-fun f{own} () (_ FloatingPoint {}) {value})\n", sort(format));
    if !bits {
        return out;
    }
    let width = format.width();
    let pattern = |value: u128| format!("(_ bv{value} {width})");
    let arg = || name(pool, pool.args(term)[0]);
    let by_bits = match float.op {
        FloatOp::Neg => Some(format!("(bvxor {} {})", arg(), pattern(format.sign()))),
        FloatOp::Abs => Some(format!("(bvand {} {})", arg(), pattern(format.sign() - 1))),
        _ => None,
    };
    let _ = match by_bits {
        Some(text) => writeln!(out, "(define-fun t{own} () (_ BitVec {width}) {text})"),
        None => writeln!(
            out,
            "(declare-const t{own} (_ BitVec {width}))\n(assert (= ((_ to_fp {}) t{own}) f{own}))\n\
             (assert (=> (fp.isNaN f{own}) (= t{own} {})))",
            sort(format),
            pattern(format.nan())
        ),
    };
    out
}

fn float_application(pool: &Pool, float: Float, term: Term) -> String {
    let Float { op, format, rounding } = float;
    let args = pool.args(term);
    let arg = |at: usize| as_float(pool, format, args[at]);
    let list = || (0..args.len()).map(arg).collect::<Vec<_>>().join(" ");
    let plain = |function: &str| format!("({function} {})", list());
    let rounded = |function: &str| format!("({function} {} {})", mode(rounding), list());
    let bit = |condition: String| format!("(ite {condition} #b1 #b0)");
    let converted = |by: &str, to: Format, of: String| {
        format!("((_ {by} {}) {} {of})", sort(to), mode(rounding))
    };
    match op {
        FloatOp::Add => rounded("fp.add"),
        FloatOp::Sub => rounded("fp.sub"),
        FloatOp::Mul => rounded("fp.mul"),
        FloatOp::Div => rounded("fp.div"),
        FloatOp::Fma => rounded("fp.fma"),
        FloatOp::Sqrt => rounded("fp.sqrt"),
        FloatOp::Integral => rounded("fp.roundToIntegral"),
        FloatOp::Remainder => plain("fp.rem"),
        FloatOp::Fmod => truncated_remainder(&arg(0), &arg(1)),
        FloatOp::Neg => plain("fp.neg"),
        FloatOp::Abs => plain("fp.abs"),
        FloatOp::Eq => bit(plain("fp.eq")),
        FloatOp::Lt => bit(plain("fp.lt")),
        FloatOp::Le => bit(plain("fp.leq")),
        FloatOp::Convert(to) => converted("to_fp", to, arg(0)),
        FloatOp::FromSigned => converted("to_fp", format, name(pool, args[0])),
        FloatOp::FromUnsigned => converted("to_fp_unsigned", format, name(pool, args[0])),
        // Nobody else knows these: they will say so.
        FloatOp::Host(_) | FloatOp::Printed(_) => plain(op.name()),
        FloatOp::ToSigned | FloatOp::ToUnsigned => to_integer(
            op == FloatOp::ToSigned,
            pool.width(term),
            format,
            &rounded("fp.roundToIntegral"),
        ),
    }
}

/// The remainder towards zero from the one of SMT-LIB, which is towards the nearest.
fn truncated_remainder(a: &str, b: &str) -> String {
    let nearest = format!("(fp.rem (fp.abs {a}) (fp.abs {b}))");
    let rest =
        format!("(ite (fp.isNegative {nearest}) (fp.add RNE {nearest} (fp.abs {b})) {nearest})");
    format!("(ite (fp.isNegative {a}) (fp.neg (fp.abs {rest})) (fp.abs {rest}))")
}

/// Saturated, since SMT-LIB leaves open what does not fit. `whole` is an integer as a float.
fn to_integer(signed: bool, width: u32, format: Format, whole: &str) -> String {
    let power = |exponent: u32, sign: &str| {
        format!(
            "((_ to_fp {}) RNE {sign}{}.0{})",
            sort(format),
            1u128 << exponent,
            if sign.is_empty() { "" } else { ")" }
        )
    };
    let (function, top, least, greatest) = if signed {
        let top = width - 1;
        ("fp.to_sbv", top, 1u128 << top, (1u128 << top) - 1)
    } else {
        ("fp.to_ubv", width, 0, crate::mask(width))
    };
    let below = if signed {
        format!("(fp.lt {whole} {})", power(top, "(- "))
    } else {
        format!("(fp.isNegative {whole})")
    };
    format!(
        "(ite (fp.isNaN {whole}) (_ bv0 {width}) (ite {below} (_ bv{least} {width}) \
         (ite (fp.geq {whole} {}) (_ bv{greatest} {width}) ((_ {function} {width}) RTZ {whole}))))",
        power(top.min(127), "")
    )
}
