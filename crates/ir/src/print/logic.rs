//! Formulas: the nodes of the arena in order, one a line, so that sharing and depth cost nothing.

use super::{Printer, put, quote};
use crate::logic::{ArithOp, CmpOp, Formula, Logic, Node};

impl Printer<'_> {
    pub(super) fn formula(&mut self, formula: &Formula) {
        put!(self, " {{\n");
        for (id, name) in formula.bounds.iter() {
            put!(self, "        bound {id} {}\n", quote(name));
        }
        for (id, node) in formula.nodes.iter() {
            put!(self, "        {id} = {}\n", self.node_text(node));
        }
        put!(self, "        root {}\n    }}\n", formula.root);
    }

    fn node_text(&self, node: &Logic) -> String {
        match node {
            Logic::Int(value) => format!("int {value}"),
            Logic::Var(bound) => format!("var {bound}"),
            Logic::Param { index, signed } => format!("param.{} {index}", sign(*signed)),
            Logic::Result { signed } => format!("result.{}", sign(*signed)),
            Logic::Load { ty, signed, addr } => format!("load.{} {ty} {addr}", sign(*signed)),
            Logic::LoadBits { unit, addr, shift, width, signed } => {
                format!("load.bits.{} {unit} {addr}, {shift}, {width}", sign(*signed))
            }
            Logic::Arith(op, a, b) => format!("{} {a}, {b}", arith_word(*op)),
            Logic::Neg(a) => format!("neg {a}"),
            Logic::Not(a) => format!("not {a}"),
            Logic::Wrap { bits, signed, of } => format!("wrap.{} {bits} {of}", sign(*signed)),
            Logic::OfBool(a) => format!("of.bool {a}"),
            Logic::Ite(c, a, b) => format!("ite {c}, {a}, {b}"),
            Logic::Null => "null".to_owned(),
            Logic::ParamPtr { index } => format!("param.ptr {index}"),
            Logic::ResultPtr => "result.ptr".to_owned(),
            Logic::AddrGlobal(global) => format!("addr.global {}", self.names.global(*global)),
            Logic::LoadPtr { addr } => format!("load.ptr {addr}"),
            Logic::PtrAdd { base, index, size } => format!("ptr.add {base}, {index}, {size}"),
            Logic::Bool(value) => value.to_string(),
            Logic::Cmp(op, a, b) => format!("{} {a}, {b}", cmp_word(*op)),
            Logic::PtrCmp(op, a, b) => format!("ptr.{} {a}, {b}", cmp_word(*op)),
            Logic::Negate(a) => format!("negate {a}"),
            Logic::And(a, b) => format!("both {a}, {b}"),
            Logic::Or(a, b) => format!("either {a}, {b}"),
            Logic::Implies(a, b) => format!("implies {a}, {b}"),
            Logic::Iff(a, b) => format!("iff {a}, {b}"),
            Logic::Forall { var, lo, hi, body } => format!("forall {var}, {lo}, {hi}, {body}"),
            Logic::Exists { var, lo, hi, body } => format!("exists {var}, {lo}, {hi}, {body}"),
            Logic::Valid { base, lo, hi, size, write } => {
                let word = if *write { "valid" } else { "valid.read" };
                format!("{word} {base}, {lo}, {hi}, {size}")
            }
            Logic::Separated { a, b } => {
                let range =
                    |r: &(Node, Node, Node, u64)| format!("{}, {}, {}, {}", r.0, r.1, r.2, r.3);
                format!("separated {}, {}", range(a), range(b))
            }
            Logic::Acyclic { from, links } => format!("acyclic {from}{}", offsets(links)),
            Logic::Reachable { from, to, links } => {
                format!("reachable {from}, {to}{}", offsets(links))
            }
        }
    }
}

fn offsets(links: &[u64]) -> String {
    links.iter().flat_map(|link| [", ".to_owned(), link.to_string()]).collect()
}

fn sign(signed: bool) -> &'static str {
    if signed { "s" } else { "u" }
}

/// The spelling of a comparison.
pub(crate) fn cmp_word(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "eq",
        CmpOp::Ne => "ne",
        CmpOp::Lt => "lt",
        CmpOp::Le => "le",
    }
}

/// The spelling of an arithmetic operator.
pub(crate) fn arith_word(op: ArithOp) -> &'static str {
    match op {
        ArithOp::Add => "add",
        ArithOp::Sub => "sub",
        ArithOp::Mul => "mul",
        ArithOp::Div => "div",
        ArithOp::Rem => "rem",
        ArithOp::And => "and",
        ArithOp::Or => "or",
        ArithOp::Xor => "xor",
        ArithOp::Shl => "shl",
        ArithOp::Shr => "shr",
    }
}
