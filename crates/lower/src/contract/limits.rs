//! Ranges of quantified variables, read off the formula they are quantified in.
//!
//! `\forall integer i; 0 <= i < n ==> P` ranges over `0 ..= n - 1`. The formula keeps all its hypotheses, so a range need
//! not be exact: it must only leave out no value for which they hold.

use crate::unit::UnitCx;
use cfront::logic::{LogicType, LogicVarId, PredId, PredKind, TermId, TermKind};
use cfront::typed::CompareOp;

/// The limits that a formula sets to one quantified variable: the least and greatest values it may have.
#[derive(Default)]
pub(crate) struct Limits {
    pub(crate) lo: Vec<Limit>,
    pub(crate) hi: Vec<Limit>,
}

/// A term and what to add to it.
pub(crate) type Limit = (TermId, i128);

impl Limits {
    /// Reads limits off the hypotheses of `\forall` or the conjuncts of `\exists`. A variable's limits may mention only
    /// the variables before it.
    pub(crate) fn of(
        cx: &UnitCx,
        vars: &[LogicVarId],
        body: PredId,
        all: bool,
    ) -> Result<Vec<Self>, String> {
        let facts = if all { hypotheses(cx, body) } else { conjuncts(cx, body) };
        let mut limits: Vec<Self> = vars.iter().map(|_| Self::default()).collect();
        for fact in facts {
            let Some((small, large, step)) = ordering(cx, fact) else { continue };
            for (index, &var) in vars.iter().enumerate() {
                let later = &vars[index..];
                if is_var(cx, large, var) && !mentions(cx, small, later) {
                    limits[index].lo.push((small, step));
                } else if is_var(cx, small, var) && !mentions(cx, large, later) {
                    limits[index].hi.push((large, -step));
                }
            }
        }
        transitive(cx, vars, body, all, &mut limits);
        for (limit, &var) in limits.iter().zip(vars) {
            if limit.lo.is_empty() || limit.hi.is_empty() {
                let name = &cx.unit().logic_vars[var].name;
                return Err(format!("the quantified variable {name} has no bounds"));
            }
        }
        Ok(limits)
    }
}

/// `i < j < n` bounds `i` by what bounds `j`: a missing upper limit is taken from a later variable above it.
fn transitive(cx: &UnitCx, vars: &[LogicVarId], body: PredId, all: bool, limits: &mut [Limits]) {
    let facts = if all { hypotheses(cx, body) } else { conjuncts(cx, body) };
    for index in (0..vars.len()).rev() {
        if !limits[index].hi.is_empty() {
            continue;
        }
        for &fact in &facts {
            let Some((small, large, step)) = ordering(cx, fact) else { continue };
            let above = vars.iter().position(|&var| is_var(cx, large, var));
            if let Some(above) = above.filter(|_| is_var(cx, small, vars[index])) {
                let inherited: Vec<_> = limits[above]
                    .hi
                    .iter()
                    .filter(|(term, _)| !mentions(cx, *term, &vars[index..]))
                    .map(|&(term, add)| (term, add - step))
                    .collect();
                limits[index].hi.extend(inherited);
            }
        }
    }
}

/// A comparison as `small + step <= large`.
fn ordering(cx: &UnitCx, fact: PredId) -> Option<(TermId, TermId, i128)> {
    let PredKind::Compare(op, a, b) = cx.unit().preds[fact].kind else { return None };
    match op {
        CompareOp::Lt => Some((a, b, 1)),
        CompareOp::Le => Some((a, b, 0)),
        CompareOp::Gt => Some((b, a, 1)),
        CompareOp::Ge => Some((b, a, 0)),
        CompareOp::Eq | CompareOp::Ne => None,
    }
}

/// What a universally quantified body assumes: the left sides of its implications, taken apart.
fn hypotheses(cx: &UnitCx, body: PredId) -> Vec<PredId> {
    let mut facts = Vec::new();
    let mut at = body;
    while let PredKind::Implies(left, right) = cx.unit().preds[at].kind {
        facts.extend(conjuncts(cx, left));
        at = right;
    }
    facts
}

fn conjuncts(cx: &UnitCx, pred: PredId) -> Vec<PredId> {
    let (mut work, mut facts) = (vec![pred], Vec::new());
    while let Some(pred) = work.pop() {
        match &cx.unit().preds[pred].kind {
            PredKind::And(preds) => work.extend(preds.iter().rev()),
            _ => facts.push(pred),
        }
    }
    facts
}

fn is_var(cx: &UnitCx, term: TermId, var: LogicVarId) -> bool {
    match cx.unit().terms[term].kind {
        TermKind::Var(found) => found == var,
        // A variable of a C integer type is read as an integer.
        TermKind::Cast(inner) if cx.unit().terms[term].ty == LogicType::Integer => {
            is_var(cx, inner, var)
        }
        _ => false,
    }
}

/// Does a term mention any of these variables?
pub(crate) fn mentions(cx: &UnitCx, term: TermId, vars: &[LogicVarId]) -> bool {
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        match &cx.unit().terms[term].kind {
            TermKind::Var(var) if vars.contains(var) => return true,
            TermKind::Int(_) | TermKind::Float(_) | TermKind::Var(_) => {}
            TermKind::Result | TermKind::ResultAddr => {}
            TermKind::LocalAddr(_) | TermKind::GlobalAddr(_) | TermKind::FuncAddr(_) => {}
            TermKind::Load { addr: a, .. } | TermKind::FieldAddr { base: a, .. } => work.push(*a),
            TermKind::Cast(a) | TermKind::Neg(a) | TermKind::BitNot(a) | TermKind::At(_, a) => {
                work.push(*a);
            }
            TermKind::PtrAdd { ptr: a, index: b } => work.extend([*a, *b]),
            TermKind::PtrDiff(a, b) | TermKind::Binary(_, a, b) => work.extend([*a, *b]),
            TermKind::Builtin(_, args) | TermKind::Call(_, args) => work.extend(args),
            // Rare in bounds; taken to mention everything.
            TermKind::Ite(..) | TermKind::Let { .. } | TermKind::Fold { .. } => return true,
            TermKind::Truth(_) | TermKind::Unsupported(_) => return true,
        }
    }
    false
}
