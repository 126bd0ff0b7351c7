//! Contracts as formulas over mathematical integers.
//!
//! Parameters are read by their value on entry, everything else from memory. Quantified variables must be bounded by the
//! formula itself (`0 <= i < n ==> …`): the bounds become those of the quantifier. A clause that uses anything else keeps
//! its text and the reason why it has no meaning for us.

use crate::limits::{Limit, Limits};
use crate::machine::storage_unit;
use crate::unit::UnitCx;
use cfront::logic::{
    self, FoldOp, Label, LogicFn, LogicOp, LogicType, LogicVarId, Pred, PredId, PredKind, TermId,
    TermKind,
};
use cfront::typed::{CompareOp, FuncId, LocalId};
use cfront::types::Ty;
use entity::PrimaryMap;
use ir::Type;
use ir::logic::{ArithOp, Bound, Clause, CmpOp, Contract, Formula, Logic, Node};
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
    let clauses = lowered.requires.iter().chain(&lowered.ensures);
    let silent = clauses.filter(|clause| !reported.contains(&clause.span));
    let warning = |clause: &Clause| {
        let reason = clause.meaning.as_ref().err()?;
        let message = format!("this clause is not used: {reason}");
        Some(Diagnostic::warning("L0001", clause.span, message))
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
    Clause { text: text.to_owned(), span: clause.span, meaning }
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
                let (base, lo, hi, size) = self.region(*region)?;
                Ok(self.push(Logic::Valid { base, lo, hi, size, write: *write }))
            }
            PredKind::Separated(regions) => self.separated(regions),
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

    fn term(&mut self, id: TermId) -> Meaning<Node> {
        self.deeper(|this| this.term_kind(id))
    }

    fn term_kind(&mut self, id: TermId) -> Meaning<Node> {
        let term = &self.cx.unit().terms[id];
        match &term.kind {
            TermKind::Int(value) => match self.sort(term.ty)? {
                Sort::Pointer if *value == 0 => Ok(self.push(Logic::Null)),
                Sort::Pointer => Err("absolute addresses are not modelled".to_owned()),
                Sort::Truth => Ok(self.push(Logic::Bool(*value != 0))),
                Sort::Integer => Ok(self.push(Logic::Int(*value))),
            },
            TermKind::Float(_) => {
                Err("floating-point values are not modelled in contracts".to_owned())
            }
            TermKind::Var(var) => self.variable(*var),
            TermKind::Result => self.result(term.ty),
            TermKind::LocalAddr(local) => self.local_address(*local),
            TermKind::GlobalAddr(global) => {
                let global = self.cx.global(*global);
                Ok(self.push(Logic::AddrGlobal(global)))
            }
            TermKind::FuncAddr(_) => {
                Err("function addresses are not modelled in contracts".to_owned())
            }
            TermKind::Load { addr, bits } => self.load(*addr, *bits, term.ty),
            TermKind::PtrAdd { ptr, index } => {
                let size = self.pointee_size(*ptr)?;
                let (base, index) = (self.term(*ptr)?, self.term(*index)?);
                Ok(self.push(Logic::PtrAdd { base, index, size }))
            }
            TermKind::PtrDiff(..) => {
                Err("pointer differences are not modelled in contracts".to_owned())
            }
            TermKind::FieldAddr { base, record, field } => {
                let offset = self.cx.unit().records[*record].fields[*field as usize].offset;
                let base = self.term(*base)?;
                Ok(self.offset(base, offset))
            }
            TermKind::Cast(inner) => self.cast(*inner, term.ty),
            TermKind::Neg(inner) => {
                self.integer_only(term.ty)?;
                let inner = self.term(*inner)?;
                Ok(self.push(Logic::Neg(inner)))
            }
            TermKind::BitNot(inner) => {
                let inner = self.term(*inner)?;
                Ok(self.push(Logic::Not(inner)))
            }
            TermKind::Binary(op, a, b) => {
                self.integer_only(term.ty)?;
                let (a, b) = (self.term(*a)?, self.term(*b)?);
                Ok(self.push(Logic::Arith(arith(*op), a, b)))
            }
            TermKind::Ite(c, a, b) => {
                let (c, a, b) = (self.pred(*c)?, self.term(*a)?, self.term(*b)?);
                Ok(self.push(Logic::Ite(c, a, b)))
            }
            TermKind::Let { var, value, body } => {
                self.vars.push((*var, Meant::Term(*value)));
                let body = self.term(*body);
                self.vars.pop();
                body
            }
            TermKind::At(label, inner) => {
                if self.label(*label)? {
                    self.at_entry(|this| this.term(*inner))
                } else {
                    self.term(*inner)
                }
            }
            TermKind::Builtin(function, args) => self.builtin(*function, args),
            TermKind::Fold { op, .. } => Err(format!("{} is not modelled", fold_name(*op))),
            TermKind::Truth(pred) => self.pred(*pred),
            TermKind::Unsupported(reason) => Err(reason.clone()),
        }
    }

    fn integer_only(&self, ty: LogicType) -> Meaning<()> {
        match self.sort(ty)? {
            Sort::Integer => Ok(()),
            Sort::Pointer | Sort::Truth => {
                Err("arithmetic on something else than integers".to_owned())
            }
        }
    }

    fn variable(&mut self, var: LogicVarId) -> Meaning<Node> {
        let meant = self.vars.iter().rev().find(|(seen, _)| *seen == var).map(|(_, meant)| *meant);
        match meant {
            Some(Meant::Bound(bound)) => Ok(self.push(Logic::Var(bound))),
            Some(Meant::Term(value)) => self.term(value),
            None => Err("a variable without a quantifier".to_owned()),
        }
    }

    fn result(&mut self, ty: LogicType) -> Meaning<Node> {
        let LogicType::C(c_type) = ty else { return Err("\\result of no C type".to_owned()) };
        match self.sort(ty)? {
            Sort::Pointer => Ok(self.push(Logic::ResultPtr)),
            Sort::Integer => {
                let signed = self.cx.machine.signed(c_type);
                Ok(self.push(Logic::Result { signed }))
            }
            Sort::Truth => Err("\\result of no C type".to_owned()),
        }
    }

    /// The index of a parameter in the signature.
    fn param_index(&self, local: LocalId) -> Meaning<u32> {
        let func = &self.cx.unit().funcs[self.func];
        let index = func.params.iter().position(|&param| param == local);
        let index = index.ok_or_else(|| "a local that is no parameter".to_owned())?;
        let ret = self.cx.unit().types.function(func.ty).map(|ty| ty.ret.ty);
        let hidden = ret.is_some_and(|ret| self.cx.machine.in_memory(ret));
        Ok(index as u32 + hidden as u32)
    }

    /// The address of an aggregate parameter is the pointer it is passed as.
    fn local_address(&mut self, local: LocalId) -> Meaning<Node> {
        let index = self.param_index(local)?;
        if self.cx.machine.in_memory(self.cx.unit().locals[local].ty.ty) {
            return Ok(self.push(Logic::ParamPtr { index }));
        }
        Err("the address of a parameter is not modelled in contracts".to_owned())
    }

    fn load(
        &mut self,
        addr: TermId,
        bits: Option<cfront::types::BitField>,
        ty: LogicType,
    ) -> Meaning<Node> {
        let LogicType::C(c_type) = ty else { return Err("a read of no C type".to_owned()) };
        let sort = self.sort(ty)?;
        if let TermKind::LocalAddr(local) = self.cx.unit().terms[addr].kind
            && bits.is_none()
        {
            let (index, signed) = (self.param_index(local)?, self.cx.machine.signed(c_type));
            return Ok(self.push(match sort {
                Sort::Pointer => Logic::ParamPtr { index },
                Sort::Integer | Sort::Truth => Logic::Param { index, signed },
            }));
        }
        if self.old && self.place == Place::Ensures {
            return Err("memory on entry is not modelled in ensures".to_owned());
        }
        if let Some(field) = bits {
            return self.load_bits(addr, field);
        }
        let scalar = self.cx.machine.scalar(c_type).ok_or("a read of no scalar")?;
        let addr = self.term(addr)?;
        Ok(self.push(match sort {
            Sort::Pointer => Logic::LoadPtr { addr },
            Sort::Integer | Sort::Truth => {
                Logic::Load { ty: scalar, signed: self.cx.machine.signed(c_type), addr }
            }
        }))
    }

    fn load_bits(&mut self, addr: TermId, field: cfront::types::BitField) -> Meaning<Node> {
        let TermKind::FieldAddr { base, record, field: index } = self.cx.unit().terms[addr].kind
        else {
            return Err("a bit-field outside a structure".to_owned());
        };
        let record = &self.cx.unit().records[record];
        let offset = record.fields[index as usize].offset;
        let bits = storage_unit(offset, field, record.size);
        let bits = bits.ok_or("a bit-field across storage units")?;
        let base = self.term(base)?;
        let addr = self.offset(base, bits.offset);
        let (unit, shift, width, signed) = (bits.unit, bits.shift, bits.width, bits.signed);
        Ok(self.push(Logic::LoadBits { unit, addr, shift, width, signed }))
    }

    /// `base` plus bytes.
    fn offset(&mut self, base: Node, bytes: u64) -> Node {
        if bytes == 0 {
            return base;
        }
        let index = self.push(Logic::Int(bytes as i128));
        self.push(Logic::PtrAdd { base, index, size: 1 })
    }

    fn pointee_size(&self, pointer: TermId) -> Meaning<u64> {
        let LogicType::C(ty) = self.cx.unit().terms[pointer].ty else {
            return Err("an index on something else than a pointer".to_owned());
        };
        let pointee = self.cx.unit().types.pointee(ty).ok_or("an index on no pointer")?;
        let size = self.cx.unit().stride_of(pointee.ty, &self.cx.machine.target);
        size.filter(|&size| size > 0).ok_or_else(|| "a pointee of unknown size".to_owned())
    }

    fn cast(&mut self, inner: TermId, to: LogicType) -> Meaning<Node> {
        let from = self.cx.unit().terms[inner].ty;
        let node = self.term(inner)?;
        match (self.sort(from)?, self.sort(to)?, to) {
            (Sort::Integer, Sort::Integer, LogicType::C(ty)) => Ok(self.wrap(node, from, ty)),
            (Sort::Integer, Sort::Integer, _) | (Sort::Pointer, Sort::Pointer, _) => Ok(node),
            (Sort::Truth, Sort::Truth, _) => Ok(node),
            (Sort::Truth, Sort::Integer, _) => Ok(self.push(Logic::OfBool(node))),
            (Sort::Integer, Sort::Truth, _) => {
                let zero = self.push(Logic::Int(0));
                Ok(self.push(Logic::Cmp(CmpOp::Ne, node, zero)))
            }
            _ => Err("a conversion between pointers and numbers".to_owned()),
        }
    }

    /// An integer as a C type keeps it; `_Bool` keeps whether it is zero.
    fn wrap(&mut self, of: Node, from: LogicType, ty: Ty) -> Node {
        if from == LogicType::C(ty) {
            return of;
        }
        if ty == Ty::BOOL {
            let zero = self.push(Logic::Int(0));
            let truth = self.push(Logic::Cmp(CmpOp::Ne, of, zero));
            return self.push(Logic::OfBool(truth));
        }
        let bits = self.cx.machine.scalar(ty).and_then(Type::int_bits).unwrap_or(32) as u8;
        self.push(Logic::Wrap { bits, signed: self.cx.machine.signed(ty), of })
    }

    fn builtin(&mut self, function: LogicFn, args: &[TermId]) -> Meaning<Node> {
        for &arg in args {
            self.integer_only(self.cx.unit().terms[arg].ty)?;
        }
        match (function, args) {
            (LogicFn::Abs, &[a]) => {
                let a = self.term(a)?;
                let zero = self.push(Logic::Int(0));
                let negative = self.push(Logic::Cmp(CmpOp::Lt, a, zero));
                let opposite = self.push(Logic::Neg(a));
                Ok(self.push(Logic::Ite(negative, opposite, a)))
            }
            (LogicFn::Min | LogicFn::Max, &[a, b]) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let less = self.push(Logic::Cmp(CmpOp::Lt, a, b));
                let (yes, no) = if function == LogicFn::Min { (a, b) } else { (b, a) };
                Ok(self.push(Logic::Ite(less, yes, no)))
            }
            _ => Err("a built-in function that is not modelled".to_owned()),
        }
    }
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Integer,
    Pointer,
    Truth,
}

fn arith(op: LogicOp) -> ArithOp {
    match op {
        LogicOp::Add => ArithOp::Add,
        LogicOp::Sub => ArithOp::Sub,
        LogicOp::Mul => ArithOp::Mul,
        LogicOp::Div => ArithOp::Div,
        LogicOp::Rem => ArithOp::Rem,
        LogicOp::Shl => ArithOp::Shl,
        LogicOp::Shr => ArithOp::Shr,
        LogicOp::BitAnd => ArithOp::And,
        LogicOp::BitOr => ArithOp::Or,
        LogicOp::BitXor => ArithOp::Xor,
    }
}

fn fold_name(op: FoldOp) -> &'static str {
    match op {
        FoldOp::Sum => "\\sum",
        FoldOp::Product => "\\product",
        FoldOp::NumOf => "\\numof",
        FoldOp::Min => "\\min over a range",
        FoldOp::Max => "\\max over a range",
    }
}
