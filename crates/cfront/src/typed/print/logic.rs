//! Contracts, terms and predicates.

use super::expr::compare_text;
use super::{Piece, Printer, text};
use crate::logic::{
    Assigns, Clause, Contract, Label, LogicOp, LogicType, LogicVarId, PredId, PredKind, Region,
    TermId, TermKind,
};

impl Printer<'_> {
    pub(super) fn contract(&mut self, contract: &Contract) {
        self.clauses("requires", &contract.requires);
        for behavior in &contract.behaviors {
            self.run(vec![Piece::Line, Piece::Text(format!("behavior {}", behavior.name))]);
            self.indent += 1;
            self.clauses("assumes", &behavior.assumes);
            self.clauses("requires", &behavior.requires);
            self.clauses("ensures", &behavior.ensures);
            self.assigns(behavior.assigns.as_deref());
            self.indent -= 1;
        }
        self.clauses("ensures", &contract.ensures);
        self.assigns(contract.assigns.as_deref());
        self.clauses("unsupported", &contract.unsupported);
    }

    fn clauses(&mut self, word: &str, clauses: &[Clause]) {
        for clause in clauses {
            let name = clause.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
            let head = Piece::Text(format!("{word} {name}"));
            self.run(vec![Piece::Line, head, Piece::Pred(clause.pred)]);
        }
    }

    fn assigns(&mut self, list: Option<&[Assigns]>) {
        for location in list.unwrap_or(&[]) {
            let mut pieces = vec![Piece::Line, text("assigns ")];
            match location {
                Assigns::Nothing => pieces.push(text("nothing")),
                Assigns::Result => pieces.push(text("result")),
                Assigns::Region(region) => pieces.extend(region_pieces(region)),
                Assigns::Unsupported(reason, _) => {
                    pieces.push(Piece::Text(format!("unsupported {reason:?}")));
                }
            }
            self.run(pieces);
        }
    }

    pub(super) fn term(&mut self, id: TermId) {
        let unit = self.unit;
        let node = &unit.terms[id];
        let one = |arg: &TermId| vec![Piece::Term(*arg)];
        match &node.kind {
            TermKind::Int(0) if node.ty != LogicType::Integer => self.out.push_str("null"),
            TermKind::Int(value) => self.out += &value.to_string(),
            TermKind::Float(bits) => self.say(&format!("0x{:x}f", bits.0)),
            TermKind::Var(var) => self.out += &self.var(*var),
            TermKind::Result => self.out.push_str("result"),
            TermKind::ResultAddr => self.out.push_str("&result"),
            TermKind::LocalAddr(local) => self.say(&format!("&{}", self.local(*local))),
            TermKind::GlobalAddr(global) => self.say(&format!("&{}", unit.globals[*global].name)),
            TermKind::FuncAddr(func) => self.say(&format!("&{}", unit.funcs[*func].name)),
            TermKind::Load { addr, .. } => match unit.terms[*addr].kind {
                TermKind::LocalAddr(local) => self.out += &self.local(local),
                TermKind::GlobalAddr(global) => self.out += &unit.globals[global].name,
                _ => self.form("load", one(addr)),
            },
            TermKind::PtrAdd { ptr, index } => {
                self.form("ptr+", vec![Piece::Term(*ptr), Piece::Term(*index)]);
            }
            TermKind::PtrDiff(a, b) => {
                self.form("ptrdiff", vec![Piece::Term(*a), Piece::Term(*b)]);
            }
            TermKind::FieldAddr { base, record, field } => {
                let field = &unit.records[*record].fields[*field as usize];
                let name = field.name.as_deref().unwrap_or("<anonymous>");
                self.form(format!("&.{name}"), one(base));
            }
            // C integers read as mathematical ones are the normal case, so they print as themselves.
            TermKind::Cast(arg) if node.ty == LogicType::Integer => self.push(one(arg)),
            TermKind::Cast(arg) => self.form(self.logic_type(node.ty), one(arg)),
            TermKind::Neg(arg) => self.form("neg", one(arg)),
            TermKind::BitNot(arg) => self.form("~", one(arg)),
            TermKind::Binary(op, a, b) => {
                self.form(op_text(*op), vec![Piece::Term(*a), Piece::Term(*b)]);
            }
            TermKind::Ite(cond, then, other) => {
                let parts = vec![Piece::Pred(*cond), Piece::Term(*then), Piece::Term(*other)];
                self.form("?", parts);
            }
            TermKind::Let { var, value, body } => {
                let head = format!("let {}", self.var(*var));
                self.form(head, vec![Piece::Term(*value), Piece::Term(*body)]);
            }
            TermKind::At(label, arg) => self.form(label_text(*label), one(arg)),
            TermKind::Builtin(function, args) => {
                let args = args.iter().map(|arg| Piece::Term(*arg)).collect();
                self.form(format!("{function:?}"), args);
            }
            TermKind::Call(func, args) => {
                let args = args.iter().map(|arg| Piece::Term(*arg)).collect();
                self.form(format!("call {}", self.unit.funcs[*func].name), args);
            }
            TermKind::Fold { op, var, lo, hi, body } => {
                let head = format!("{op:?} {}", self.var(*var));
                self.form(head, [lo, hi, body].map(|part| Piece::Term(*part)).into());
            }
            TermKind::Truth(pred) => self.form("truth", vec![Piece::Pred(*pred)]),
            TermKind::Unsupported(reason) => self.say(&format!("unsupported {reason:?}")),
        }
    }

    pub(super) fn pred(&mut self, id: PredId) {
        let unit = self.unit;
        let preds = |list: &[PredId]| list.iter().map(|pred| Piece::Pred(*pred)).collect();
        match &unit.preds[id].kind {
            PredKind::True => self.out.push_str("true"),
            PredKind::False => self.out.push_str("false"),
            PredKind::Not(arg) => self.form("!", vec![Piece::Pred(*arg)]),
            PredKind::And(list) => self.form("and", preds(list)),
            PredKind::Or(list) => self.form("or", preds(list)),
            PredKind::Xor(a, b) => self.form("xor", preds(&[*a, *b])),
            PredKind::Implies(a, b) => self.form("==>", preds(&[*a, *b])),
            PredKind::Iff(a, b) => self.form("<==>", preds(&[*a, *b])),
            PredKind::Compare(op, a, b) => {
                self.form(compare_text(*op), vec![Piece::Term(*a), Piece::Term(*b)]);
            }
            PredKind::NonZero(term) => self.form("nonzero", vec![Piece::Term(*term)]),
            PredKind::Ite(a, b, c) => self.form("?", preds(&[*a, *b, *c])),
            PredKind::Let { var, value, body } => {
                let head = format!("let {}", self.var(*var));
                self.form(head, vec![Piece::Term(*value), Piece::Pred(*body)]);
            }
            PredKind::Forall(vars, body) => self.quantified("forall", vars, *body),
            PredKind::Exists(vars, body) => self.quantified("exists", vars, *body),
            PredKind::Valid { region, write } => {
                let head = if *write { "valid" } else { "valid_read" };
                self.regions(head, std::slice::from_ref(region));
            }
            PredKind::Initialized(region) => {
                self.regions("initialized", std::slice::from_ref(region));
            }
            PredKind::Separated(regions) => self.regions("separated", regions),
            PredKind::Acyclic { from, links } => {
                self.form(format!("acyclic {links:?}"), vec![Piece::Term(*from)]);
            }
            PredKind::Reachable { from, to, links } => {
                let ends = vec![Piece::Term(*from), Piece::Term(*to)];
                self.form(format!("reachable {links:?}"), ends);
            }
            PredKind::Freeable(term) => self.form("freeable", vec![Piece::Term(*term)]),
            PredKind::Fresh(pointer, size) => {
                self.form("fresh", vec![Piece::Term(*pointer), Piece::Term(*size)]);
            }
            PredKind::At(label, pred) => self.form(label_text(*label), preds(&[*pred])),
            PredKind::Unsupported(reason) => self.say(&format!("unsupported {reason:?}")),
        }
    }

    fn quantified(&mut self, word: &str, vars: &[LogicVarId], body: PredId) {
        let declare = |&var: &LogicVarId| {
            format!("{}:{}", self.var(var), self.logic_type(self.unit.logic_vars[var].ty))
        };
        let vars: Vec<_> = vars.iter().map(declare).collect();
        self.form(format!("{word} {}", vars.join(" ")), vec![Piece::Pred(body)]);
    }

    fn regions(&mut self, head: &str, regions: &[Region]) {
        let mut pieces = vec![Piece::Text(format!("({head}"))];
        for region in regions {
            pieces.push(text(" "));
            pieces.extend(region_pieces(region));
        }
        pieces.push(text(")"));
        self.push(pieces);
    }

    fn var(&self, id: LogicVarId) -> String {
        self.unit.logic_vars[id].name.clone()
    }

    fn logic_type(&self, ty: LogicType) -> String {
        match ty {
            LogicType::Integer => "integer".to_owned(),
            LogicType::Real => "real".to_owned(),
            LogicType::Boolean => "boolean".to_owned(),
            LogicType::C(ty) => self.unit.type_name(ty),
        }
    }
}

fn region_pieces(region: &Region) -> [Piece; 7] {
    [
        text("["),
        Piece::Term(region.ptr),
        text(" "),
        Piece::Term(region.lo),
        text(".."),
        Piece::Term(region.hi),
        Piece::Text(format!(" * {}]", region.elem_size)),
    ]
}

fn label_text(label: Label) -> &'static str {
    match label {
        Label::Pre => "old",
        Label::Here => "here",
        Label::Post => "post",
        Label::LoopEntry => "loop-entry",
        Label::LoopCurrent => "loop-current",
    }
}

fn op_text(op: LogicOp) -> &'static str {
    match op {
        LogicOp::Add => "+",
        LogicOp::Sub => "-",
        LogicOp::Mul => "*",
        LogicOp::Div => "/",
        LogicOp::Rem => "%",
        LogicOp::Shl => "<<",
        LogicOp::Shr => ">>",
        LogicOp::BitAnd => "&",
        LogicOp::BitOr => "|",
        LogicOp::BitXor => "^",
    }
}
