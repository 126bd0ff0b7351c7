//! Contracts as formulas over mathematical integers.
//!
//! Parameters are read by their value on entry, everything else from memory. Quantified variables must be bounded by the
//! formula itself (`0 <= i < n ==> …`): the bounds become those of the quantifier. A clause that uses anything else keeps
//! its text and the reason why it has no meaning for us.

mod limits;
mod terms;

use crate::unit::UnitCx;
use cfront::logic::{self, Label, LogicType, LogicVarId, Pred, PredId, PredKind, TermId};
use cfront::typed::{CompareOp, FuncId};
use entity::PrimaryMap;
use ir::Type;
use ir::logic::{ArithOp, Bound, Clause, CmpOp, Contract, Formula, Logic, Node};
pub(crate) use limits::Limit;
pub(crate) use limits::{Limits, mentions};
use source::Diagnostic;

type Meaning<T> = Result<T, String>;

/// How deep clauses may nest.
const MAX_DEPTH: u32 = 500;

/// How many nodes a clause may have: `\let` is expanded, and so could explode.
const MAX_NODES: usize = 1 << 16;

pub(crate) fn lower(cx: &UnitCx, func: FuncId, contract: &logic::Contract) -> Contract {
    let clauses = |clauses: &[logic::Clause], place: Place| {
        clauses.iter().map(|clause| lower_clause(cx, func, clause, place)).collect::<Vec<_>>()
    };
    let mut lowered = Contract {
        requires: clauses(&contract.requires, Place::Requires),
        ensures: clauses(&contract.ensures, Place::Ensures),
    };
    for behavior in &contract.behaviors {
        lowered.requires.extend(guarded(
            cx,
            func,
            &behavior.assumes,
            &behavior.requires,
            Place::Requires,
        ));
        lowered.ensures.extend(guarded(
            cx,
            func,
            &behavior.assumes,
            &behavior.ensures,
            Place::Ensures,
        ));
    }
    for clause in &contract.unsupported {
        lowered.requires.push(lower_clause(cx, func, clause, Place::Requires));
    }
    lowered
}

/// The same contract, where preconditions that are no formulas as a whole are taken apart: some of their conjuncts may be, and
/// the others code.
pub(crate) fn apart(cx: &UnitCx, func: FuncId, contract: &logic::Contract) -> logic::Contract {
    let mut contract = contract.clone();
    for clause in std::mem::take(&mut contract.requires) {
        let is_whole = clause.conjuncts.is_empty()
            || formula(cx, func, &[], clause.pred, Place::Requires).is_ok();
        if is_whole {
            contract.requires.push(clause);
            continue;
        }
        let parts = clause.conjuncts.iter().map(|(pred, text)| logic::Clause {
            pred: *pred,
            text: text.clone(),
            conjuncts: Vec::new(),
            span: cx.unit().preds[*pred].span,
            ..clause.clone()
        });
        contract.requires.extend(parts);
    }
    contract
}

/// Warnings about clauses that were well formed and yet have no meaning for us; the others have been reported before.
pub(crate) fn warnings(
    cx: &UnitCx,
    given: &logic::Contract,
    lowered: &Contract,
) -> Vec<Diagnostic> {
    let behaviors = given.behaviors.iter().flat_map(|b| b.requires.iter().chain(&b.ensures));
    let all =
        given.requires.iter().chain(&given.ensures).chain(behaviors).chain(&given.unsupported);
    let reported: Vec<_> = all
        .filter(|clause| matches!(cx.unit().preds[clause.pred].kind, PredKind::Unsupported(_)))
        .map(|clause| clause.span)
        .collect();
    let silent = lowered.requires.iter().filter(|clause| !reported.contains(&clause.span));
    let warning = |clause: &Clause| {
        let reason = clause.meaning.as_ref().err().filter(|_| clause.code.is_none())?;
        let message = format!("this clause is not used: {reason}");
        let help = "it is left out, so tests may violate it";
        Some(Diagnostic::warning("L0001", clause.span, message).help(help))
    };
    silent.filter_map(warning).collect()
}

/// Which state a clause speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Requires,
    Ensures,
}

fn lower_clause(cx: &UnitCx, func: FuncId, clause: &logic::Clause, place: Place) -> Clause {
    clause_of(clause, formula(cx, func, &[], clause.pred, place))
}

/// The clauses of a behaviour hold where its assumptions do.
fn guarded(
    cx: &UnitCx,
    func: FuncId,
    assumes: &[logic::Clause],
    clauses: &[logic::Clause],
    place: Place,
) -> Vec<Clause> {
    let guards: Vec<PredId> = assumes.iter().map(|clause| clause.pred).collect();
    clauses
        .iter()
        .map(|clause| clause_of(clause, formula(cx, func, &guards, clause.pred, place)))
        .collect()
}

fn clause_of(clause: &logic::Clause, meaning: Meaning<Formula>) -> Clause {
    let mut text = clause.text.trim().trim_end_matches(';').trim_end();
    for keyword in ["requires", "ensures"] {
        text = text.strip_prefix(keyword).map_or(text, str::trim_start);
    }
    Clause { text: text.to_owned(), span: clause.span, meaning, code: None }
}

fn formula(
    cx: &UnitCx,
    func: FuncId,
    guards: &[PredId],
    pred: PredId,
    place: Place,
) -> Meaning<Formula> {
    let mut this = FormulaCx {
        cx,
        func,
        place,
        old: false,
        nodes: PrimaryMap::new(),
        bounds: PrimaryMap::new(),
        vars: Vec::new(),
        depth: 0,
    };
    let mut guard = None;
    for &pred in guards {
        // Assumptions are about the state of entry.
        let node = this.at_entry(|this| this.pred(pred))?;
        guard = Some(this.and(guard, node));
    }
    let mut root = this.pred(pred)?;
    if let Some(guard) = guard {
        root = this.push(Logic::Implies(guard, root));
    }
    if this.nodes.keys().last() != Some(root) {
        // The root is the last node; a conjunction with true moves it there.
        let yes = this.push(Logic::Bool(true));
        root = this.push(Logic::And(root, yes));
    }
    Ok(Formula { nodes: this.nodes, root, bounds: this.bounds })
}

/// A formula under construction.
struct FormulaCx<'a, 'u> {
    cx: &'a UnitCx<'u>,
    func: FuncId,
    place: Place,
    /// Are we under `\old` or `\at(…, Pre)`?
    old: bool,
    nodes: PrimaryMap<Node, Logic>,
    bounds: PrimaryMap<Bound, String>,
    /// What variables stand for.
    vars: Vec<(LogicVarId, Meant)>,
    depth: u32,
}

/// What a variable stands for.
#[derive(Clone, Copy)]
enum Meant {
    /// A quantified integer.
    Bound(Bound),
    /// The value of a `\let`.
    Term(TermId),
    /// The index of one element of a range that is written out.
    Number(i128),
}

impl FormulaCx<'_, '_> {
    fn push(&mut self, node: Logic) -> Node {
        self.nodes.push(node)
    }

    fn and(&mut self, left: Option<Node>, right: Node) -> Node {
        match left {
            Some(left) => self.push(Logic::And(left, right)),
            None => right,
        }
    }

    /// Memory is asked for: in `ensures` that is the memory of the return, and no other is kept.
    fn asks_memory(&self) -> Meaning<()> {
        if self.old && self.place == Place::Ensures {
            return Err("memory on entry is not modelled in ensures".to_owned());
        }
        Ok(())
    }

    fn at_entry<T>(&mut self, build: impl FnOnce(&mut Self) -> Meaning<T>) -> Meaning<T> {
        let outer = std::mem::replace(&mut self.old, true);
        let result = build(self);
        self.old = outer;
        result
    }

    fn deeper<T>(&mut self, build: impl FnOnce(&mut Self) -> Meaning<T>) -> Meaning<T> {
        if self.depth >= MAX_DEPTH || self.nodes.len() >= MAX_NODES {
            return Err("it is too large".to_owned());
        }
        self.depth += 1;
        let result = build(self);
        self.depth -= 1;
        result
    }

    fn pred(&mut self, id: PredId) -> Meaning<Node> {
        self.deeper(|this| this.pred_kind(&this.cx.unit().preds[id]))
    }

    fn pred_kind(&mut self, pred: &Pred) -> Meaning<Node> {
        match &pred.kind {
            PredKind::True => Ok(self.push(Logic::Bool(true))),
            PredKind::False => Ok(self.push(Logic::Bool(false))),
            PredKind::Not(inner) => {
                let inner = self.pred(*inner)?;
                Ok(self.push(Logic::Negate(inner)))
            }
            PredKind::And(preds) => self.chain(preds, true),
            PredKind::Or(preds) => self.chain(preds, false),
            PredKind::Xor(a, b) => {
                let (a, b) = (self.pred(*a)?, self.pred(*b)?);
                let same = self.push(Logic::Iff(a, b));
                Ok(self.push(Logic::Negate(same)))
            }
            PredKind::Implies(a, b) => {
                let (a, b) = (self.pred(*a)?, self.pred(*b)?);
                Ok(self.push(Logic::Implies(a, b)))
            }
            PredKind::Iff(a, b) => {
                let (a, b) = (self.pred(*a)?, self.pred(*b)?);
                Ok(self.push(Logic::Iff(a, b)))
            }
            PredKind::Compare(op, a, b) => self.compare(*op, *a, *b),
            PredKind::NonZero(term) => self.nonzero(*term),
            PredKind::Ite(c, a, b) => {
                let (c, a, b) = (self.pred(*c)?, self.pred(*a)?, self.pred(*b)?);
                Ok(self.push(Logic::Ite(c, a, b)))
            }
            PredKind::Let { var, value, body } => {
                self.vars.push((*var, Meant::Term(*value)));
                let body = self.pred(*body);
                self.vars.pop();
                body
            }
            PredKind::Forall(vars, body) => self.quantified(vars, *body, true),
            PredKind::Exists(vars, body) => self.quantified(vars, *body, false),
            PredKind::Valid { region, write } => {
                self.asks_memory()?;
                let (base, lo, hi, size) = self.region(*region)?;
                Ok(self.push(Logic::Valid { base, lo, hi, size, write: *write }))
            }
            PredKind::Separated(regions) => self.separated(regions),
            PredKind::Acyclic { from, links } => {
                self.asks_memory()?;
                let from = self.term(*from)?;
                Ok(self.push(Logic::Acyclic { from, links: links.clone().into() }))
            }
            PredKind::Reachable { from, to, links } => {
                self.asks_memory()?;
                let (from, to) = (self.term(*from)?, self.term(*to)?);
                Ok(self.push(Logic::Reachable { from, to, links: links.clone().into() }))
            }
            PredKind::At(label, inner) => {
                if self.label(*label)? {
                    self.at_entry(|this| this.pred(*inner))
                } else {
                    self.pred(*inner)
                }
            }
            PredKind::Initialized(_) => Err("\\initialized is not modelled".to_owned()),
            PredKind::Freeable(_) => Err("\\freeable is not modelled".to_owned()),
            PredKind::Fresh(..) => Err("\\fresh is not modelled".to_owned()),
            PredKind::Unsupported(reason) => Err(reason.clone()),
        }
    }

    fn chain(&mut self, preds: &[PredId], all: bool) -> Meaning<Node> {
        let mut result = None;
        for &pred in preds {
            let node = self.pred(pred)?;
            result = Some(match result {
                None => node,
                Some(left) if all => self.push(Logic::And(left, node)),
                Some(left) => self.push(Logic::Or(left, node)),
            });
        }
        Ok(result.unwrap_or_else(|| self.push(Logic::Bool(all))))
    }

    /// Is this label the state of entry?
    fn label(&self, label: Label) -> Meaning<bool> {
        match (label, self.place) {
            (Label::Pre, _) | (Label::Here, Place::Requires) => Ok(true),
            (Label::Here | Label::Post, Place::Ensures) => Ok(false),
            (Label::Post, Place::Requires) => Err("Post has no meaning in requires".to_owned()),
            (Label::LoopEntry | Label::LoopCurrent, _) => {
                Err("loop states have no meaning in a contract".to_owned())
            }
        }
    }

    fn compare(&mut self, op: CompareOp, a: TermId, b: TermId) -> Meaning<Node> {
        let ty = self.cx.unit().terms[a].ty;
        let (a, b) = (self.term(a)?, self.term(b)?);
        let (op, a, b) = match op {
            CompareOp::Eq => (CmpOp::Eq, a, b),
            CompareOp::Ne => (CmpOp::Ne, a, b),
            CompareOp::Lt => (CmpOp::Lt, a, b),
            CompareOp::Le => (CmpOp::Le, a, b),
            CompareOp::Gt => (CmpOp::Lt, b, a),
            CompareOp::Ge => (CmpOp::Le, b, a),
        };
        match self.sort(ty)? {
            Sort::Integer => Ok(self.push(Logic::Cmp(op, a, b))),
            Sort::Pointer => Ok(self.push(Logic::PtrCmp(op, a, b))),
            Sort::Truth => {
                let same = self.push(Logic::Iff(a, b));
                match op {
                    CmpOp::Eq => Ok(same),
                    CmpOp::Ne => Ok(self.push(Logic::Negate(same))),
                    CmpOp::Lt | CmpOp::Le => Err("truth values have no order".to_owned()),
                }
            }
        }
    }

    fn nonzero(&mut self, term: TermId) -> Meaning<Node> {
        let node = self.term(term)?;
        match self.sort(self.cx.unit().terms[term].ty)? {
            Sort::Truth => Ok(node),
            Sort::Integer => {
                let zero = self.push(Logic::Int(0));
                Ok(self.push(Logic::Cmp(CmpOp::Ne, node, zero)))
            }
            Sort::Pointer => {
                let null = self.push(Logic::Null);
                Ok(self.push(Logic::PtrCmp(CmpOp::Ne, node, null)))
            }
        }
    }

    /// What kind of node a term of this type becomes.
    fn sort(&self, ty: LogicType) -> Meaning<Sort> {
        match ty {
            LogicType::Integer => Ok(Sort::Integer),
            LogicType::Boolean => Ok(Sort::Truth),
            LogicType::Real => Err("real numbers are not modelled".to_owned()),
            LogicType::C(ty) => match self.cx.machine.scalar(ty) {
                Some(Type::Int(_)) => Ok(Sort::Integer),
                Some(Type::Ptr) => Ok(Sort::Pointer),
                Some(_) => Err("floating-point values are not modelled in contracts".to_owned()),
                None => Err("whole structures are not modelled in contracts".to_owned()),
            },
        }
    }

    /// Nests one quantifier per variable; each takes its bounds from the formula.
    fn quantified(&mut self, vars: &[LogicVarId], body: PredId, all: bool) -> Meaning<Node> {
        let limits = Limits::of(self.cx, vars, body, all)?;
        let outer = self.vars.len();
        let mut open = Vec::new();
        for (&var, limit) in vars.iter().zip(&limits) {
            // Bounds may mention the variables before.
            let (lo, hi) = (self.bound_of(&limit.lo, true)?, self.bound_of(&limit.hi, false)?);
            let name = self.cx.unit().logic_vars[var].name.clone();
            let bound = self.bounds.push(name);
            self.vars.push((var, Meant::Bound(bound)));
            open.push((bound, lo, hi));
        }
        let mut node = self.pred(body)?;
        for (var, lo, hi) in open.into_iter().rev() {
            node = self.push(if all {
                Logic::Forall { var, lo, hi, body: node }
            } else {
                Logic::Exists { var, lo, hi, body: node }
            });
        }
        self.vars.truncate(outer);
        Ok(node)
    }

    /// The tightest of the limits found: the formula itself repeats them all, so any one would be right.
    fn bound_of(&mut self, limits: &[Limit], lower: bool) -> Meaning<Node> {
        let mut tightest = None;
        for &(term, step) in limits {
            let mut node = self.term(term)?;
            if step != 0 {
                let step = self.push(Logic::Int(step));
                node = self.push(Logic::Arith(ArithOp::Add, node, step));
            }
            tightest = Some(match tightest {
                None => node,
                Some(other) => {
                    let (small, large) = if lower { (other, node) } else { (node, other) };
                    let less = self.push(Logic::Cmp(CmpOp::Lt, small, large));
                    self.push(Logic::Ite(less, node, other))
                }
            });
        }
        tightest.ok_or_else(|| "a quantified variable has no bounds".to_owned())
    }

    fn region(&mut self, region: logic::Region) -> Meaning<(Node, Node, Node, u64)> {
        let base = self.term(region.ptr)?;
        let (lo, hi) = (self.term(region.lo)?, self.term(region.hi)?);
        Ok((base, lo, hi, region.elem_size.max(1)))
    }

    fn separated(&mut self, regions: &[logic::Region]) -> Meaning<Node> {
        let regions =
            regions.iter().map(|&region| self.region(region)).collect::<Meaning<Vec<_>>>()?;
        let mut result = None;
        for (index, &a) in regions.iter().enumerate() {
            for &b in &regions[index + 1..] {
                let apart = self.push(Logic::Separated { a, b });
                result = Some(self.and(result, apart));
            }
        }
        Ok(result.unwrap_or_else(|| self.push(Logic::Bool(true))))
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Integer,
    Pointer,
    Truth,
}
