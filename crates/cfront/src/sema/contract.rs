//! Contracts and annotations: clauses to typed predicates, each kept even if it could not be typed.

use super::Checker;
use super::scope::Entity;
use super::term::Untyped;
use crate::ast::{self, ClauseKind};
use crate::codes;
use crate::logic::{
    Assigns, Behavior, Clause, Contract, LogicType, LogicVarId, Pred, PredId, PredKind,
};
use crate::names::Symbol;
use crate::typed::{Annotation, AnnotationKind, FuncId, StmtId, StmtKind};
use crate::types::Ty;
use source::{Diagnostic, Span};

/// A contract to be typed at the end, when everything is declared.
pub(super) struct PendingContract {
    pub(super) func: FuncId,
    pub(super) contract: ast::ContractId,
    /// The names that this declaration gives to the parameters.
    pub(super) names: Vec<Option<Symbol>>,
}

/// What a term may refer to besides C's names.
#[derive(Default)]
pub(super) struct LogicScope {
    /// Bound variables, innermost last.
    pub(super) vars: Vec<(Symbol, LogicVarId)>,
    /// Only variables from here on are visible: a definition does not see its user's.
    pub(super) base: usize,
    /// The type of `\result`, in postconditions.
    pub(super) result: Option<Ty>,
    /// User definitions being expanded; recursion is not modelled.
    pub(super) expanding: Vec<Symbol>,
}

impl Checker<'_> {
    pub(super) fn logic_definition(&mut self, id: ast::LogicDefId) {
        use ast::LogicDefKind as D;
        match &self.ast.logic_defs[id].kind {
            D::Predicate { name, .. } | D::Function { name, .. } => {
                self.logic_defs.insert(name.name, id);
            }
            // A lemma is a consequence of what is there, so nothing is lost; the unreadable was reported.
            D::Lemma { .. } | D::Unparsed => {}
        }
    }

    pub(super) fn check_contracts(&mut self) {
        for pending in std::mem::take(&mut self.contracts) {
            self.scopes.open();
            let params = self.unit.funcs[pending.func].params.clone();
            for (name, param) in pending.names.iter().zip(params) {
                if let Some(name) = name {
                    let span = self.unit.locals[param].span;
                    self.scopes.declare(*name, Entity::Local(param), span);
                }
            }
            self.function_contract(pending.func, pending.contract);
            self.scopes.close();
        }
    }

    fn function_contract(&mut self, func: FuncId, id: ast::ContractId) {
        let ast = self.ast;
        let mut contract = self.unit.funcs[func].contract.take().unwrap_or_default();
        let function = self.unit.types.function(self.unit.funcs[func].ty);
        let result = function.map(|function| function.ret.ty).filter(|&ty| ty != Ty::VOID);
        for clause in &ast.contracts[id].clauses {
            self.logic.result = result.filter(|_| matches!(clause.kind, ClauseKind::Ensures(_)));
            self.contract_clause(clause, &mut contract);
        }
        self.logic.result = None;
        self.unit.funcs[func].contract = Some(contract);
    }

    fn contract_clause(&mut self, clause: &ast::Clause, contract: &mut Contract) {
        let behavior = clause.behavior.map(|name| self.name(name).to_owned());
        match &clause.kind {
            ClauseKind::Requires(pred) => {
                let typed = self.clause(*pred, clause);
                match behavior_of(contract, behavior) {
                    Some(behavior) => behavior.requires.push(typed),
                    None => contract.requires.push(typed),
                }
            }
            ClauseKind::Ensures(pred) => {
                let typed = self.clause(*pred, clause);
                match behavior_of(contract, behavior) {
                    Some(behavior) => behavior.ensures.push(typed),
                    None => contract.ensures.push(typed),
                }
            }
            ClauseKind::Assumes(pred) => {
                let typed = self.clause(*pred, clause);
                match behavior_of(contract, behavior) {
                    Some(behavior) => behavior.assumes.push(typed),
                    None => contract.unsupported.push(typed),
                }
            }
            ClauseKind::Assigns(locations) => {
                let list = self.assigns(locations);
                let place = match behavior_of(contract, behavior) {
                    Some(behavior) => &mut behavior.assigns,
                    None => &mut contract.assigns,
                };
                place.get_or_insert_default().extend(list);
            }
            ClauseKind::Complete(names) => contract.complete.push(self.names_of(names)),
            ClauseKind::Disjoint(names) => contract.disjoint.push(self.names_of(names)),
            _ => {
                let reason = unmodelled_clause(&clause.kind);
                let typed = self.unsupported_clause(clause, reason);
                contract.unsupported.push(typed);
            }
        }
    }

    fn names_of(&self, names: &[ast::Ident]) -> Vec<String> {
        names.iter().map(|name| self.name(name.name).to_owned()).collect()
    }

    fn clause(&mut self, pred: ast::LogicId, clause: &ast::Clause) -> Clause {
        let pred = self.clause_pred(pred, clause.span);
        self.finish_clause(pred, clause)
    }

    fn finish_clause(&self, pred: PredId, clause: &ast::Clause) -> Clause {
        Clause {
            pred,
            name: clause.label.map(|label| self.name(label).to_owned()),
            text: self.clause_text(clause.span),
            conjuncts: self.conjuncts(pred),
            span: clause.span,
        }
    }

    fn conjuncts(&self, pred: PredId) -> Vec<(PredId, String)> {
        let PredKind::And(parts) = &self.unit.preds[pred].kind else { return Vec::new() };
        let text = |part: PredId| self.clause_text(self.unit.preds[part].span);
        parts.iter().map(|&part| (part, text(part))).collect()
    }

    /// The text of a clause. Preprocessors leave comments alone, so that it stands in their output as it was written, also where
    /// the comment belongs to a macro and its place in the file is that of the macro's use.
    fn clause_text(&self, span: Span) -> String {
        self.map.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn unsupported_clause(&mut self, clause: &ast::Clause, reason: &str) -> Clause {
        if !matches!(clause.kind, ClauseKind::Unparsed) {
            self.warn_clause(clause.span, reason);
        }
        let kind = PredKind::Unsupported(reason.to_owned());
        let pred = self.unit.preds.push(Pred { kind, span: clause.span });
        self.finish_clause(pred, clause)
    }

    fn warn_clause(&mut self, span: Span, reason: &str) {
        let message = format!("this clause is not used: {reason}");
        let warning = Diagnostic::warning(codes::UNUSED_CLAUSE, span, message);
        if !self.map.is_system(span) {
            self.diags.push(warning.help("it is left out, so tests may violate it"));
        }
    }

    /// A predicate, or why it cannot be one; the latter with a warning.
    fn clause_pred(&mut self, pred: ast::LogicId, span: Span) -> PredId {
        self.logic.vars.clear();
        self.logic.base = 0;
        self.logic.expanding.clear();
        match self.pred(pred) {
            Ok(pred) => pred,
            Err(Untyped { reason, span: at }) => {
                let at = if at.is_none() { span } else { at };
                self.warn_clause(at, &reason);
                self.unit.preds.push(Pred { kind: PredKind::Unsupported(reason), span })
            }
        }
    }

    fn assigns(&mut self, locations: &[ast::LogicId]) -> Vec<Assigns> {
        if locations.is_empty() {
            return vec![Assigns::Nothing];
        }
        locations.iter().flat_map(|&location| self.assigned(location)).collect()
    }

    fn assigned(&mut self, location: ast::LogicId) -> Vec<Assigns> {
        let span = self.ast.logic[location].span;
        match &self.ast.logic[location].kind {
            ast::LogicKind::Nothing => vec![Assigns::Nothing],
            ast::LogicKind::Result => vec![Assigns::Result],
            ast::LogicKind::Set(parts) => {
                parts.iter().flat_map(|&part| self.assigned(part)).collect()
            }
            _ => match self.location(location) {
                Ok(region) => vec![Assigns::Region(region)],
                Err(Untyped { reason, .. }) => {
                    self.warn(
                        codes::UNUSED_CLAUSE,
                        span,
                        format!("this location is not used: {reason}"),
                    );
                    vec![Assigns::Unsupported(reason, span)]
                }
            },
        }
    }

    /// Annotations of a point in a body, as statements.
    pub(super) fn annotations(&mut self, id: ast::ContractId, out: &mut Vec<StmtId>) {
        let ast = self.ast;
        for clause in &ast.contracts[id].clauses {
            let (kind, pred) = match clause.kind {
                ClauseKind::Assert(pred) | ClauseKind::Check(pred) => {
                    (AnnotationKind::Assert, self.clause_pred(pred, clause.span))
                }
                ClauseKind::LoopInvariant(pred) => {
                    (AnnotationKind::LoopInvariant, self.clause_pred(pred, clause.span))
                }
                _ => {
                    let reason = unmodelled_clause(&clause.kind);
                    (AnnotationKind::Other, self.unsupported_clause(clause, reason).pred)
                }
            };
            let text = self.clause_text(clause.span);
            let annotation = Annotation { kind, pred, text };
            out.push(self.add_stmt(StmtKind::Annotation(annotation), clause.span));
        }
    }

    pub(super) fn loop_annotations(&mut self, id: Option<ast::ContractId>, out: &mut Vec<StmtId>) {
        if let Some(id) = id {
            self.annotations(id, out);
        }
    }

    /// The type that a binder or cast names.
    pub(super) fn logic_type(&mut self, ty: ast::LogicType) -> LogicType {
        match ty {
            ast::LogicType::Integer => LogicType::Integer,
            ast::LogicType::Real => LogicType::Real,
            ast::LogicType::Boolean => LogicType::Boolean,
            ast::LogicType::C(name) => LogicType::C(self.type_name(name).ty.ty),
        }
    }
}

/// The behaviour of this name, made if it is new; none for the contract itself.
fn behavior_of(contract: &mut Contract, name: Option<String>) -> Option<&mut Behavior> {
    let name = name?;
    let known = contract.behaviors.iter().position(|behavior| behavior.name == name);
    let index = known.unwrap_or_else(|| {
        contract.behaviors.push(Behavior {
            name,
            assumes: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
            assigns: None,
        });
        contract.behaviors.len() - 1
    });
    contract.behaviors.get_mut(index)
}

fn unmodelled_clause(kind: &ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Frees(_) => "`frees` is not modelled",
        ClauseKind::Allocates(_) => "`allocates` is not modelled",
        ClauseKind::Decreases(_) | ClauseKind::LoopVariant(_) => {
            "measures of termination are not modelled"
        }
        ClauseKind::Terminates(_) => "`terminates` is not modelled",
        ClauseKind::Admit(_) => "`admit` is not modelled",
        ClauseKind::LoopAssigns(_) => "`loop assigns` is not modelled",
        ClauseKind::Unparsed => "it could not be read",
        _ => "it has no meaning here",
    }
}
