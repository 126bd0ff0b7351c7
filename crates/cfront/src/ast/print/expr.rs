//! Expressions and literals.

use super::{Printer, Todo, word};
use crate::ast::{BinaryOp, Designator, ExprId, ExprKind, LiteralId, LiteralKind, UnaryOp};

impl Printer<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        let kind = &self.ast.exprs[id].kind;
        let e = Todo::Expr;
        match kind {
            ExprKind::Name(name) => self.push(Todo::Name(*name)),
            ExprKind::Literal(id) => self.push(word(self.literal(*id))),
            ExprKind::FunctionName => self.push(word("__func__")),
            ExprKind::Paren(inner) => self.list("paren", vec![e(*inner)]),
            ExprKind::Unary(op, inner) => self.list(unary(*op), vec![e(*inner)]),
            ExprKind::Binary(op, a, b) => self.list(binary(*op), vec![e(*a), e(*b)]),
            ExprKind::Assign(None, a, b) => self.list("=", vec![e(*a), e(*b)]),
            ExprKind::Assign(Some(op), a, b) => {
                self.list(format!("{}=", binary(*op)), vec![e(*a), e(*b)]);
            }
            ExprKind::Conditional(c, Some(a), b) => self.list("?", vec![e(*c), e(*a), e(*b)]),
            ExprKind::Conditional(c, None, b) => self.list("?:", vec![e(*c), e(*b)]),
            ExprKind::Comma(a, b) => self.list(",", vec![e(*a), e(*b)]),
            ExprKind::Cast(ty, a) => self.list("cast", vec![Todo::TypeName(*ty), e(*a)]),
            ExprKind::CompoundLiteral(ty, init) => {
                self.list("literal", vec![Todo::TypeName(*ty), Todo::Init(*init)]);
            }
            ExprKind::SizeofExpr(a) => self.list("sizeof", vec![e(*a)]),
            ExprKind::SizeofType(ty) => self.list("sizeof", vec![Todo::TypeName(*ty)]),
            ExprKind::AlignofExpr(a) => self.list("alignof", vec![e(*a)]),
            ExprKind::AlignofType(ty) => self.list("alignof", vec![Todo::TypeName(*ty)]),
            ExprKind::Index(a, b) => self.list("index", vec![e(*a), e(*b)]),
            ExprKind::Call(f, args) => {
                self.list("call", std::iter::once(*f).chain(args.iter().copied()).map(e).collect());
            }
            ExprKind::Member(a, name) => self.list(".", vec![e(*a), Todo::Name(name.name)]),
            ExprKind::Arrow(a, name) => self.list("->", vec![e(*a), Todo::Name(name.name)]),
            ExprKind::Statement(body) => self.list("statement", vec![Todo::Stmt(*body)]),
            ExprKind::LabelAddress(name) => self.list("label-address", vec![Todo::Name(name.name)]),
            ExprKind::Generic(control, arms) => {
                let mut parts = vec![e(*control)];
                for arm in arms {
                    parts.push(arm.ty.map_or(word("default"), Todo::TypeName));
                    parts.push(e(arm.value));
                }
                self.list("generic", parts);
            }
            ExprKind::VaArg(a, ty) => self.list("va-arg", vec![e(*a), Todo::TypeName(*ty)]),
            ExprKind::Offsetof(ty, path) => {
                let mut parts = vec![Todo::TypeName(*ty)];
                parts.extend(path.iter().flat_map(designator));
                self.list("offsetof", parts);
            }
            ExprKind::TypesCompatible(a, b) => {
                self.list("types-compatible", vec![Todo::TypeName(*a), Todo::TypeName(*b)]);
            }
            ExprKind::Choose(c, a, b) => self.list("choose", vec![e(*c), e(*a), e(*b)]),
            ExprKind::Error => self.push(word("(error)")),
        }
    }

    pub(super) fn literal(&self, id: LiteralId) -> String {
        match &self.ast.literals[id].kind {
            LiteralKind::Int(int) => {
                let unsigned = if int.unsigned { "u" } else { "" };
                let imaginary = if int.imaginary { "i" } else { "" };
                format!("{}{unsigned}{}{imaginary}", int.value, "l".repeat(int.longs.into()))
            }
            LiteralKind::Float(float) => {
                let imaginary = if float.imaginary { ":i" } else { "" };
                format!("{}:{:?}{imaginary}", float.text, float.suffix)
            }
            LiteralKind::Char(char) => format!("{:?}:{}", char.encoding, char.value),
            LiteralKind::Str(string) => {
                let shown = |&unit: &u32| match char::from_u32(unit) {
                    Some(c) if c.is_ascii() => c.escape_default().to_string(),
                    _ => format!("\\x{unit:x}"),
                };
                let text: String = string.units.iter().map(shown).collect();
                format!("{:?}:\"{text}\"", string.encoding)
            }
        }
    }
}

pub(super) fn designator(designator: &Designator) -> Vec<Todo> {
    match *designator {
        Designator::Field(name) => vec![Todo::Open(".".into()), Todo::Name(name.name), Todo::Close],
        Designator::Index(index) => vec![Todo::Open("at".into()), Todo::Expr(index), Todo::Close],
        Designator::Range(first, last) => {
            vec![Todo::Open("at".into()), Todo::Expr(first), Todo::Expr(last), Todo::Close]
        }
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "neg",
        UnaryOp::Plus => "plus",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "deref",
        UnaryOp::AddressOf => "addr",
        UnaryOp::PreInc => "++pre",
        UnaryOp::PreDec => "--pre",
        UnaryOp::PostInc => "post++",
        UnaryOp::PostDec => "post--",
        UnaryOp::Real => "real",
        UnaryOp::Imag => "imag",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}
