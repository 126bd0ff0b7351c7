//! Formulas.

use super::Parser;
use super::cursor::{Cursor, Read};
use crate::logic::{ArithOp, CmpOp, Formula, Logic, Node};
use entity::{EntityRef, PrimaryMap};

impl<'a> Parser<'a> {
    /// The lines of a formula up to its closing brace.
    pub(super) fn formula(&mut self, head: &Cursor<'a>) -> Read<Formula> {
        let mut formula = Formula {
            nodes: PrimaryMap::new(),
            root: Node::from_index(0),
            bounds: PrimaryMap::new(),
        };
        while let Some(mut line) = self.next_line() {
            if line.eat("}") {
                line.done()?;
                return Ok(formula);
            }
            let result = self.formula_line(&mut line, &mut formula);
            self.report(result);
        }
        Err(head.error("the text ends inside this clause"))
    }

    fn formula_line(&self, line: &mut Cursor<'_>, formula: &mut Formula) -> Read<()> {
        if line.eat_word("root") {
            formula.root = line.id()?;
        } else if line.eat_word("bound") {
            let id = line.id()?;
            in_order(line, id, formula.bounds.next_key())?;
            formula.bounds.push(line.string()?);
        } else {
            let id = line.id()?;
            in_order(line, id, formula.nodes.next_key())?;
            line.expect("=")?;
            formula.nodes.push(self.node(line)?);
        }
        line.done()
    }

    fn node(&self, line: &mut Cursor<'_>) -> Read<Logic> {
        let word = line.word("a kind of node")?;
        if let Some(op) = ARITH.into_iter().find(|&op| crate::print::arith_word(op) == word) {
            return pair(line).map(|(a, b)| Logic::Arith(op, a, b));
        }
        if let Some(op) = CMP.into_iter().find(|&op| crate::print::cmp_word(op) == word) {
            return pair(line).map(|(a, b)| Logic::Cmp(op, a, b));
        }
        let ptr_cmp = |&op: &CmpOp| word.strip_prefix("ptr.") == Some(crate::print::cmp_word(op));
        if let Some(op) = CMP.into_iter().find(ptr_cmp) {
            return pair(line).map(|(a, b)| Logic::PtrCmp(op, a, b));
        }
        self.other_node(line, word)
    }

    fn other_node(&self, line: &mut Cursor<'_>, word: &str) -> Read<Logic> {
        let signed = word.split('.').next_back() == Some("s");
        Ok(match word {
            "int" => Logic::Int(line.signed()?),
            "var" => Logic::Var(line.id()?),
            "param.s" | "param.u" => Logic::Param { index: line.number()?, signed },
            "result.s" | "result.u" => Logic::Result { signed },
            "load.s" | "load.u" => Logic::Load { ty: line.ty()?, signed, addr: line.id()? },
            "load.bits.s" | "load.bits.u" => {
                let (unit, addr) = (line.ty()?, line.id()?);
                let (shift, width) = (number_after_comma(line)?, number_after_comma(line)?);
                Logic::LoadBits { unit, addr, shift, width, signed }
            }
            "neg" => Logic::Neg(line.id()?),
            "not" => Logic::Not(line.id()?),
            "wrap.s" | "wrap.u" => Logic::Wrap { bits: line.number()?, signed, of: line.id()? },
            "of.bool" => Logic::OfBool(line.id()?),
            "ite" => Logic::Ite(line.id()?, after_comma(line)?, after_comma(line)?),
            "null" => Logic::Null,
            "param.ptr" => Logic::ParamPtr { index: line.number()? },
            "result.ptr" => Logic::ResultPtr,
            "addr.global" => Logic::AddrGlobal(self.global(line)?),
            "load.ptr" => Logic::LoadPtr { addr: line.id()? },
            "ptr.add" => {
                let (base, index) = pair(line)?;
                Logic::PtrAdd { base, index, size: number_after_comma(line)? }
            }
            "true" => Logic::Bool(true),
            "false" => Logic::Bool(false),
            "negate" => Logic::Negate(line.id()?),
            "both" => pair(line).map(|(a, b)| Logic::And(a, b))?,
            "either" => pair(line).map(|(a, b)| Logic::Or(a, b))?,
            "implies" => pair(line).map(|(a, b)| Logic::Implies(a, b))?,
            "iff" => pair(line).map(|(a, b)| Logic::Iff(a, b))?,
            "forall" | "exists" => {
                let (var, lo) = (line.id()?, after_comma(line)?);
                let (hi, body) = (after_comma(line)?, after_comma(line)?);
                match word {
                    "forall" => Logic::Forall { var, lo, hi, body },
                    _ => Logic::Exists { var, lo, hi, body },
                }
            }
            "valid" | "valid.read" => {
                let (base, lo, hi, size) = range(line)?;
                Logic::Valid { base, lo, hi, size, write: word == "valid" }
            }
            "separated" => {
                let a = range(line)?;
                line.expect(",")?;
                Logic::Separated { a, b: range(line)? }
            }
            "acyclic" => Logic::Acyclic { from: line.id()?, links: offsets(line)? },
            "reachable" => {
                let (from, to) = pair(line)?;
                Logic::Reachable { from, to, links: offsets(line)? }
            }
            _ => return Err(line.error(format!("`{word}` is no kind of node"))),
        })
    }
}

const ARITH: [ArithOp; 10] = [
    ArithOp::Add,
    ArithOp::Sub,
    ArithOp::Mul,
    ArithOp::Div,
    ArithOp::Rem,
    ArithOp::And,
    ArithOp::Or,
    ArithOp::Xor,
    ArithOp::Shl,
    ArithOp::Shr,
];

const CMP: [CmpOp; 4] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le];

fn in_order<K: Copy + PartialEq + std::fmt::Display>(
    line: &Cursor<'_>,
    id: K,
    next: K,
) -> Read<()> {
    if id == next { Ok(()) } else { Err(line.error(format!("ids come in order; next is {next}"))) }
}

fn pair(line: &mut Cursor<'_>) -> Read<(Node, Node)> {
    Ok((line.id()?, after_comma(line)?))
}

fn after_comma(line: &mut Cursor<'_>) -> Read<Node> {
    line.expect(",")?;
    line.id()
}

fn number_after_comma<T: TryFrom<i128>>(line: &mut Cursor<'_>) -> Read<T> {
    line.expect(",")?;
    line.number()
}

fn range(line: &mut Cursor<'_>) -> Read<(Node, Node, Node, u64)> {
    Ok((line.id()?, after_comma(line)?, after_comma(line)?, number_after_comma(line)?))
}

fn offsets(line: &mut Cursor<'_>) -> Read<Box<[u64]>> {
    let mut offsets = Vec::new();
    while line.eat(",") {
        offsets.push(line.number()?);
    }
    Ok(offsets.into())
}
