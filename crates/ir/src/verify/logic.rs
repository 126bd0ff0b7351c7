//! Rules about contracts.

use super::program::is_type;
use super::{Report, Rule};
use crate::logic::{Bound, Clause, Contract, Formula, Logic, Node};
use crate::{FuncData, Program, Type};
use entity::SecondaryMap;
use std::collections::BTreeSet;

pub(super) fn check(program: &Program, func: &FuncData, contract: &Contract, report: &mut Report) {
    for (word, clauses) in [("requires", &contract.requires), ("ensures", &contract.ensures)] {
        let result = if word == "ensures" { func.sig.ret } else { None };
        for clause in clauses {
            check_clause(program, func, clause, result, report);
        }
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int,
    Ptr,
    Truth,
}

struct Check<'a> {
    program: &'a Program,
    func: &'a FuncData,
    result: Option<Type>,
    formula: &'a Formula,
    kinds: SecondaryMap<Node, Option<Kind>>,
    /// Bound variables that a node leaves free.
    free: SecondaryMap<Node, BTreeSet<Bound>>,
    quantified: BTreeSet<Bound>,
}

fn check_clause(
    program: &Program,
    func: &FuncData,
    clause: &Clause,
    result: Option<Type>,
    report: &mut Report,
) {
    if let Some(code) = clause.code {
        let data = program.funcs.get(code);
        let tells = data.is_some_and(|data| data.body.is_some() && data.sig.ret == Some(Type::I32));
        report.check(tells, Rule::Formula, code, || {
            format!("the code of `{}` should return an i32", clause.text)
        });
    }
    let Ok(formula) = &clause.meaning else {
        return;
    };
    let mut check = Check {
        program,
        func,
        result,
        formula,
        kinds: SecondaryMap::new(),
        free: SecondaryMap::new(),
        quantified: BTreeSet::new(),
    };
    for (id, node) in formula.nodes.iter() {
        check.kinds[id] = check.node(id, node, report);
        check.free[id] = check.free_variables(id, node, report);
    }
    let whole = formula.nodes.keys().last() == Some(formula.root)
        && check.kinds[formula.root] == Some(Kind::Truth);
    report.check(whole, Rule::Formula, "root", || {
        format!("the root of `{}` should be its last node and a truth value", clause.text)
    });
    report.check(check.free[formula.root].is_empty(), Rule::Bound, formula.root, || {
        format!("`{}` should be closed", clause.text)
    });
}

/// The operands of a node with the kind each should have; `None` where the kind is that of the node.
fn operands(node: &Logic) -> Vec<(Node, Option<Kind>)> {
    let (int, ptr, truth) = (Some(Kind::Int), Some(Kind::Ptr), Some(Kind::Truth));
    match node {
        Logic::Int(_) | Logic::Var(_) | Logic::Param { .. } | Logic::Result { .. } => vec![],
        Logic::Null | Logic::ParamPtr { .. } | Logic::ResultPtr | Logic::AddrGlobal(_) => vec![],
        Logic::Bool(_) => vec![],
        Logic::Load { addr, .. } | Logic::LoadBits { addr, .. } | Logic::LoadPtr { addr } => {
            vec![(*addr, ptr)]
        }
        Logic::Arith(_, a, b) | Logic::Cmp(_, a, b) => vec![(*a, int), (*b, int)],
        Logic::Neg(a) | Logic::Not(a) | Logic::Wrap { of: a, .. } => vec![(*a, int)],
        Logic::OfBool(a) | Logic::Negate(a) => vec![(*a, truth)],
        Logic::Ite(c, a, b) => vec![(*c, truth), (*a, None), (*b, None)],
        Logic::PtrAdd { base, index, .. } => vec![(*base, ptr), (*index, int)],
        Logic::PtrCmp(_, a, b) => vec![(*a, ptr), (*b, ptr)],
        Logic::And(a, b) | Logic::Or(a, b) | Logic::Implies(a, b) | Logic::Iff(a, b) => {
            vec![(*a, truth), (*b, truth)]
        }
        Logic::Forall { lo, hi, body, .. } | Logic::Exists { lo, hi, body, .. } => {
            vec![(*lo, int), (*hi, int), (*body, truth)]
        }
        Logic::Valid { base, lo, hi, .. } => vec![(*base, ptr), (*lo, int), (*hi, int)],
        Logic::Separated { a, b } => {
            vec![(a.0, ptr), (a.1, int), (a.2, int), (b.0, ptr), (b.1, int), (b.2, int)]
        }
        Logic::Acyclic { from, .. } => vec![(*from, ptr)],
        Logic::Reachable { from, to, .. } => vec![(*from, ptr), (*to, ptr)],
    }
}

impl Check<'_> {
    fn node(&mut self, id: Node, node: &Logic, report: &mut Report) -> Option<Kind> {
        let kind = self.kind(node);
        for (operand, wanted) in operands(node) {
            let fits = operand < id && self.kinds[operand] == wanted.or(kind);
            report.check(fits, Rule::Formula, id, || {
                format!("{operand} should stand before its node and be {:?}", wanted.or(kind))
            });
        }
        let means = self.leaf_holds(node);
        report.check(means, Rule::Formula, id, || {
            "the node should lead to something of its type".to_owned()
        });
        kind
    }

    fn kind(&self, node: &Logic) -> Option<Kind> {
        match node {
            Logic::Int(_) | Logic::Var(_) | Logic::Param { .. } | Logic::Result { .. } => {
                Some(Kind::Int)
            }
            Logic::Load { .. } | Logic::LoadBits { .. } | Logic::Arith(..) => Some(Kind::Int),
            Logic::Neg(_) | Logic::Not(_) | Logic::Wrap { .. } | Logic::OfBool(_) => {
                Some(Kind::Int)
            }
            Logic::Ite(_, a, _) => self.kinds[*a],
            Logic::Null | Logic::ParamPtr { .. } | Logic::ResultPtr => Some(Kind::Ptr),
            Logic::AddrGlobal(_) | Logic::LoadPtr { .. } | Logic::PtrAdd { .. } => Some(Kind::Ptr),
            Logic::Bool(_) | Logic::Cmp(..) | Logic::PtrCmp(..) => Some(Kind::Truth),
            Logic::Negate(_) | Logic::And(..) | Logic::Or(..) => Some(Kind::Truth),
            Logic::Implies(..) | Logic::Iff(..) => Some(Kind::Truth),
            Logic::Forall { .. } | Logic::Exists { .. } => Some(Kind::Truth),
            Logic::Valid { .. } | Logic::Separated { .. } => Some(Kind::Truth),
            Logic::Acyclic { .. } | Logic::Reachable { .. } => Some(Kind::Truth),
        }
    }

    /// Does what the node mentions outside the formula exist and have the right type?
    fn leaf_holds(&self, node: &Logic) -> bool {
        // Before the parameters that are written there may be a place for the result.
        let (all, written) = (self.func.sig.params.len(), self.func.params.len());
        let hidden = if written == 0 { 0 } else { all.saturating_sub(written) };
        let param = |index: u32| self.func.sig.params.get(hidden + index as usize).copied();
        let is_int = |ty: Option<Type>| ty.is_some_and(|ty| ty.int_bits().is_some());
        match node {
            Logic::Param { index, .. } => is_int(param(*index)),
            Logic::ParamPtr { index } => param(*index) == Some(Type::Ptr),
            Logic::Result { .. } => is_int(self.result),
            Logic::ResultPtr => self.result == Some(Type::Ptr),
            Logic::AddrGlobal(global) => self.program.globals.get(*global).is_some(),
            Logic::Load { ty, .. } => is_int(Some(*ty)) && is_type(*ty),
            Logic::LoadBits { unit, shift, width, .. } => {
                *width > 0 && *shift as u32 + *width as u32 <= unit.int_bits().unwrap_or(0)
            }
            Logic::Wrap { bits, .. } => is_type(Type::Int(*bits)),
            Logic::Var(bound) => self.formula.bounds.get(*bound).is_some(),
            _ => true,
        }
    }

    fn free_variables(&mut self, id: Node, node: &Logic, report: &mut Report) -> BTreeSet<Bound> {
        let mut free = BTreeSet::new();
        for (operand, _) in operands(node) {
            free.extend(self.free[operand].iter().copied());
        }
        match node {
            Logic::Var(bound) => {
                free.insert(*bound);
            }
            Logic::Forall { var, lo, hi, .. } | Logic::Exists { var, lo, hi, .. } => {
                let escapes = self.free[*lo].contains(var) || self.free[*hi].contains(var);
                let fresh = self.formula.bounds.get(*var).is_some() && self.quantified.insert(*var);
                report.check(fresh && !escapes, Rule::Bound, id, || {
                    format!("{var} should have this quantifier only and not occur in its range")
                });
                free.remove(var);
            }
            _ => {}
        }
        free
    }
}
