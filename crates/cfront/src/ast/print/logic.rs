//! Contracts.

use super::{Printer, Todo, block, word};
use crate::ast::{
    Binder, Builtin, Clause, ClauseKind, ContractId, Ident, LogicBinary, LogicDefId, LogicDefKind,
    LogicId, LogicKind, LogicType, LogicUnary, Relation,
};
use crate::names::Symbol;

impl Printer<'_> {
    pub(super) fn contract(&mut self, id: ContractId) {
        let clauses = &self.ast.contracts[id].clauses;
        let mut parts = vec![Todo::Deeper];
        for clause in clauses {
            parts.push(Todo::Line);
            parts.extend(clause_parts(clause));
        }
        parts.push(Todo::Shallower);
        self.list("contract", parts);
    }

    pub(super) fn logic(&mut self, id: LogicId) {
        let l = Todo::Logic;
        match &self.ast.logic[id].kind {
            LogicKind::Name(name) => self.push(Todo::Name(*name)),
            LogicKind::Literal(id) => self.push(word(self.literal(*id))),
            LogicKind::True => self.push(word("\\true")),
            LogicKind::False => self.push(word("\\false")),
            LogicKind::Null => self.push(word("\\null")),
            LogicKind::Result => self.push(word("\\result")),
            LogicKind::Nothing => self.push(word("\\nothing")),
            LogicKind::Unary(op, a) => self.list(unary(*op), vec![l(*a)]),
            LogicKind::Binary(op, a, b) => self.list(binary(*op), vec![l(*a), l(*b)]),
            LogicKind::Chain(first, rest) => {
                let mut parts = vec![l(*first)];
                for &(op, term) in rest {
                    parts.extend([word(relation(op)), l(term)]);
                }
                self.list("chain", parts);
            }
            LogicKind::Conditional(c, a, b) => self.list("?", vec![l(*c), l(*a), l(*b)]),
            LogicKind::Forall(binders, body) => self.quantified("\\forall", binders, *body),
            LogicKind::Exists(binders, body) => self.quantified("\\exists", binders, *body),
            LogicKind::Lambda(binders, body) => self.quantified("\\lambda", binders, *body),
            LogicKind::Let(name, value, body) => {
                self.list("\\let", vec![Todo::Name(name.name), l(*value), l(*body)]);
            }
            LogicKind::Index(a, b) => self.list("index", vec![l(*a), l(*b)]),
            LogicKind::Member(a, name) => self.list(".", vec![l(*a), Todo::Name(name.name)]),
            LogicKind::Arrow(a, name) => self.list("->", vec![l(*a), Todo::Name(name.name)]),
            LogicKind::Cast(ty, a) => self.list("cast", vec![logic_type(*ty), l(*a)]),
            LogicKind::SizeofType(ty) => self.list("sizeof", vec![Todo::TypeName(*ty)]),
            LogicKind::SizeofTerm(a) => self.list("sizeof", vec![l(*a)]),
            LogicKind::Call(name, labels, args) => {
                let mut parts = vec![Todo::Name(name.name)];
                parts.extend(braced(labels));
                parts.extend(args.iter().map(|&id| l(id)));
                self.list("call", parts);
            }
            LogicKind::Builtin(builtin, label, args) => {
                let mut parts: Vec<_> = braced(label.as_slice()).collect();
                parts.extend(args.iter().map(|&id| l(id)));
                self.list(self.builtin(*builtin), parts);
            }
            LogicKind::Old(a) => self.list("\\old", vec![l(*a)]),
            LogicKind::At(a, label) => self.list("\\at", vec![l(*a), Todo::Name(*label)]),
            LogicKind::Range(a, b) => {
                let end = |end: Option<LogicId>| end.map_or(word("-"), l);
                self.list("..", vec![end(*a), end(*b)]);
            }
            LogicKind::Set(elements) => {
                self.list("set", elements.iter().map(|&id| l(id)).collect());
            }
            LogicKind::Error => self.push(word("(error)")),
        }
    }

    fn quantified(&mut self, head: &'static str, binders: &[Binder], body: LogicId) {
        let mut parts = binder_parts(binders);
        parts.push(Todo::Logic(body));
        self.list(head, parts);
    }

    fn builtin(&self, builtin: Builtin) -> String {
        let word = match builtin {
            Builtin::Valid => "valid",
            Builtin::ValidRead => "valid_read",
            Builtin::Separated => "separated",
            Builtin::Initialized => "initialized",
            Builtin::Dangling => "dangling",
            Builtin::BaseAddr => "base_addr",
            Builtin::BlockLength => "block_length",
            Builtin::Offset => "offset",
            Builtin::Allocable => "allocable",
            Builtin::Freeable => "freeable",
            Builtin::Fresh => "fresh",
            Builtin::Union => "union",
            Builtin::Inter => "inter",
            Builtin::Subset => "subset",
            Builtin::Acyclic => "acyclic",
            Builtin::Reachable => "reachable",
            Builtin::Other(word) => &self.ast.names[word],
        };
        format!("\\{word}")
    }

    pub(super) fn logic_def(&mut self, id: LogicDefId) {
        match &self.ast.logic_defs[id].kind {
            LogicDefKind::Predicate { name, labels, params, body } => {
                let mut parts = vec![Todo::Name(name.name)];
                parts.extend(definition_parts(labels, params, *body));
                self.list("predicate", parts);
            }
            LogicDefKind::Function { name, result, labels, params, body } => {
                let mut parts = vec![Todo::Name(name.name), logic_type(*result)];
                parts.extend(definition_parts(labels, params, *body));
                self.list("logic", parts);
            }
            LogicDefKind::Lemma { name, body } => {
                self.list("lemma", vec![Todo::Name(name.name), Todo::Logic(*body)]);
            }
            LogicDefKind::Unparsed => self.push(word("(unparsed)")),
        }
    }
}

fn definition_parts(labels: &[Symbol], params: &[Binder], body: Option<LogicId>) -> Vec<Todo> {
    let mut parts: Vec<_> = braced(labels).collect();
    parts.extend(binder_parts(params));
    parts.extend(body.into_iter().flat_map(|id| block([Todo::Logic(id)])));
    parts
}

fn binder_parts(binders: &[Binder]) -> Vec<Todo> {
    let mut parts = vec![Todo::Open(String::new().into())];
    for binder in binders {
        parts.extend([logic_type(binder.ty), Todo::Name(binder.name.name)]);
    }
    parts.push(Todo::Close);
    parts
}

fn logic_type(ty: LogicType) -> Todo {
    match ty {
        LogicType::Integer => word("integer"),
        LogicType::Real => word("real"),
        LogicType::Boolean => word("boolean"),
        LogicType::C(id) => Todo::TypeName(id),
    }
}

fn braced(labels: &[Symbol]) -> impl Iterator<Item = Todo> + '_ {
    let (open, close) = if labels.is_empty() { (None, None) } else { (Some("{"), Some("}")) };
    let names = labels.iter().map(|&label| Todo::Name(label));
    open.map(word).into_iter().chain(names).chain(close.map(word))
}

/// `(requires positive P)`, after the behavior it belongs to
fn clause_parts(clause: &Clause) -> Vec<Todo> {
    let one = |head: &'static str, id: LogicId| (head, vec![Todo::Logic(id)]);
    let many = |head, ids: &[LogicId]| (head, ids.iter().map(|&id| Todo::Logic(id)).collect());
    let names = |head, ids: &[Ident]| (head, ids.iter().map(|id| Todo::Name(id.name)).collect());
    let (head, body) = match &clause.kind {
        ClauseKind::Requires(id) => one("requires", *id),
        ClauseKind::Ensures(id) => one("ensures", *id),
        ClauseKind::Assumes(id) => one("assumes", *id),
        ClauseKind::Assigns(ids) => many("assigns", ids),
        ClauseKind::Frees(ids) => many("frees", ids),
        ClauseKind::Allocates(ids) => many("allocates", ids),
        ClauseKind::Decreases(id) => one("decreases", *id),
        ClauseKind::Terminates(id) => one("terminates", *id),
        ClauseKind::Complete(ids) => names("complete", ids),
        ClauseKind::Disjoint(ids) => names("disjoint", ids),
        ClauseKind::Assert(id) => one("assert", *id),
        ClauseKind::Check(id) => one("check", *id),
        ClauseKind::Admit(id) => one("admit", *id),
        ClauseKind::LoopInvariant(id) => one("loop-invariant", *id),
        ClauseKind::LoopVariant(id) => one("loop-variant", *id),
        ClauseKind::LoopAssigns(ids) => many("loop-assigns", ids),
        ClauseKind::Unparsed => ("unparsed", Vec::new()),
    };
    let mut parts = vec![Todo::Open(head.into())];
    parts.extend(clause.behavior.into_iter().flat_map(|name| [word("for"), Todo::Name(name)]));
    parts.extend(clause.label.into_iter().flat_map(|name| [word("named"), Todo::Name(name)]));
    parts.extend(body);
    parts.push(Todo::Close);
    parts
}

fn unary(op: LogicUnary) -> &'static str {
    match op {
        LogicUnary::Neg => "neg",
        LogicUnary::Plus => "plus",
        LogicUnary::BitNot => "~",
        LogicUnary::Not => "!",
        LogicUnary::Deref => "deref",
        LogicUnary::AddressOf => "addr",
    }
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Lt => "<",
        Relation::Gt => ">",
        Relation::Le => "<=",
        Relation::Ge => ">=",
        Relation::Eq => "==",
        Relation::Ne => "!=",
    }
}

fn binary(op: LogicBinary) -> &'static str {
    match op {
        LogicBinary::Mul => "*",
        LogicBinary::Div => "/",
        LogicBinary::Rem => "%",
        LogicBinary::Add => "+",
        LogicBinary::Sub => "-",
        LogicBinary::Shl => "<<",
        LogicBinary::Shr => ">>",
        LogicBinary::BitAnd => "&",
        LogicBinary::BitXor => "^",
        LogicBinary::BitOr => "|",
        LogicBinary::BitImplies => "-->",
        LogicBinary::BitIff => "<-->",
        LogicBinary::Compare(op) => relation(op),
        LogicBinary::And => "&&",
        LogicBinary::Or => "||",
        LogicBinary::Xor => "^^",
        LogicBinary::Implies => "==>",
        LogicBinary::Iff => "<==>",
    }
}
