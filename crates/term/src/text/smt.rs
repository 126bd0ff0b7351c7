//! Terms as SMT-LIB 2, for other solvers: one definition per operator, in order.
//!
//! Booleans are bit-vectors of one bit here too, so comparisons are turned into bits.

use super::uses;
use crate::{Op, Pool, Term};
use entity::EntityRef;
use std::fmt::Write;

/// Declarations and definitions for the booleans, followed by their assertion.
pub fn smt_text(pool: &Pool, constraints: &[Term]) -> String {
    let mut out = String::new();
    for &term in uses(pool, constraints).keys() {
        let width = pool.width(term);
        // Writing to a string cannot fail.
        let _ = match pool.op(term) {
            Op::Const(_) => Ok(()),
            Op::Var(_) => writeln!(out, "(declare-const {} (_ BitVec {width}))", name(pool, term)),
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
    }
}

/// The wide result differs from its own low part extended again.
fn leaves(width: u32, extend: &str, op: &str, extra: u32, a: &str, b: &str) -> String {
    let wide = format!("({op} ((_ {extend} {extra}) {a}) ((_ {extend} {extra}) {b}))");
    let again = format!("((_ {extend} {extra}) ((_ extract {} 0) {wide}))", width - 1);
    format!("(ite (= {wide} {again}) #b0 #b1)")
}
