//! Expressions and initialisers.

use super::{Piece, Printer, text};
use crate::typed::{
    BinaryOp, Builtin, CastKind, CompareOp, CompoundOp, ExprId, ExprKind, IncDecOp, InitId,
    InitValue, UnaryOp,
};
use crate::types::Ty;

impl Printer<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        let unit = self.unit;
        let node = &unit.exprs[id];
        let one = |arg: &ExprId| vec![Piece::Expr(*arg)];
        let two = |a: &ExprId, b: &ExprId| vec![Piece::Expr(*a), Piece::Expr(*b)];
        match &node.kind {
            ExprKind::Error => self.out.push_str("error"),
            ExprKind::Int(value) if node.ty == Ty::INT => self.out += &value.to_string(),
            ExprKind::Int(value) => self.say(&format!("{value}:{}", unit.type_name(node.ty))),
            ExprKind::Float(bits) => {
                self.say(&format!("0x{:x}:{}", bits.0, unit.type_name(node.ty)));
            }
            ExprKind::Local(local) => self.out += &self.local(*local),
            ExprKind::Global(global) => self.out += &unit.globals[*global].name,
            ExprKind::Func(func) => self.out += &unit.funcs[*func].name,
            ExprKind::Load(place) => {
                let volatile = unit.exprs[*place].quals.is_volatile();
                self.form(if volatile { "load.volatile" } else { "load" }, one(place));
            }
            ExprKind::Decay(place) => self.form("decay", one(place)),
            ExprKind::FuncToPtr(func) => self.form("function", one(func)),
            ExprKind::Cast(kind, arg) => {
                let head = format!("{} {}", cast_text(*kind), unit.type_name(node.ty));
                let head = if node.ty == Ty::VOID { "void".to_owned() } else { head };
                self.form(head, one(arg));
            }
            ExprKind::Unary(UnaryOp::Neg, arg) => self.form("neg", one(arg)),
            ExprKind::Unary(UnaryOp::BitNot, arg) => self.form("~", one(arg)),
            ExprKind::Binary(op, a, b) => self.form(binary_text(*op), two(a, b)),
            ExprKind::Compare(op, a, b) => self.form(compare_text(*op), two(a, b)),
            ExprKind::LogNot(arg) => self.form("!", one(arg)),
            ExprKind::LogAnd(a, b) => self.form("&&", two(a, b)),
            ExprKind::LogOr(a, b) => self.form("||", two(a, b)),
            ExprKind::Cond { cond, then, other } => {
                self.form("?", [cond, then, other].map(|part| Piece::Expr(*part)).into());
            }
            ExprKind::CondOmitted { cond, then, other } => {
                self.form("?:", [cond, then, other].map(|part| Piece::Expr(*part)).into());
            }
            ExprKind::Again(arg) => {
                self.say(&format!("again:{}", unit.type_name(unit.exprs[*arg].ty)));
            }
            ExprKind::Comma(a, b) => self.form(",", two(a, b)),
            ExprKind::PtrAdd(a, b) => self.form("ptr+", two(a, b)),
            ExprKind::PtrSub(a, b) => self.form("ptr-", two(a, b)),
            ExprKind::PtrDiff(a, b) => self.form("ptrdiff", two(a, b)),
            ExprKind::Assign { lhs, rhs } => self.form("=", two(lhs, rhs)),
            ExprKind::CompoundAssign { op, lhs, rhs, compute } => {
                let head = format!("{}= in {}", compound_text(*op), unit.type_name(*compute));
                self.form(head, two(lhs, rhs));
            }
            ExprKind::IncDec { op, arg, compute } => {
                let head = format!("{} in {}", inc_dec_text(*op), unit.type_name(*compute));
                self.form(head, one(arg));
            }
            ExprKind::Call { callee, args } => {
                let mut parts = vec![self.callee(*callee)];
                parts.extend(args.iter().map(|arg| Piece::Expr(*arg)));
                self.form("call", parts);
            }
            ExprKind::Member { base, record, field } => {
                let field = &unit.records[*record].fields[*field as usize];
                let name = field.name.as_deref().unwrap_or("<anonymous>");
                self.form(format!(".{name}"), one(base));
            }
            ExprKind::Deref(pointer) => self.form("*", one(pointer)),
            ExprKind::AddrOf(place) => self.form("&", one(place)),
            ExprKind::StmtExpr { body, result } => {
                let mut parts = vec![Piece::Stmt(*body)];
                parts.extend(result.map(Piece::Expr));
                self.form("do", parts);
            }
            ExprKind::CompoundLiteral { local, init } => {
                let name = self.local(*local);
                self.form("literal", vec![Piece::Text(name), Piece::Init(*init)]);
            }
            ExprKind::VaStart(list) => self.form("va_start", one(list)),
            ExprKind::VaArg(list) => {
                self.form(format!("va_arg {}", unit.type_name(node.ty)), one(list));
            }
            ExprKind::VaEnd(list) => self.form("va_end", one(list)),
            ExprKind::VaCopy { dst, src } => self.form("va_copy", two(dst, src)),
            ExprKind::Builtin(builtin, args) => {
                let args = args.iter().map(|arg| Piece::Expr(*arg)).collect();
                self.form(builtin_text(*builtin), args);
            }
            ExprKind::LabelAddr(label) => self.say(&format!("&&{}", unit.labels[*label].name)),
            ExprKind::Unsupported(reason, args) => {
                let args = args.iter().map(|arg| Piece::Expr(*arg)).collect();
                self.form(format!("unsupported {reason:?}"), args);
            }
        }
    }

    pub(super) fn init(&mut self, id: InitId) {
        let init = &self.unit.inits[id];
        if let ([cell], false) = (init.cells.as_slice(), init.zero_rest)
            && let InitValue::Expr(value) = cell.value
        {
            return self.push(vec![Piece::Expr(value)]);
        }
        let mut pieces = vec![text("{")];
        for (index, cell) in init.cells.iter().enumerate() {
            let bits = cell
                .bits
                .map_or_else(String::new, |bits| format!(":{}+{}", bits.offset, bits.width));
            let comma = if index == 0 { "" } else { ", " };
            pieces.push(Piece::Text(format!("{comma}{}{bits}: ", cell.offset)));
            pieces.push(match &cell.value {
                InitValue::Expr(value) => Piece::Expr(*value),
                InitValue::Bytes(bytes) => Piece::Text(format!("\"{}\"", bytes.escape_ascii())),
            });
        }
        pieces.push(text("}"));
        self.push(pieces);
    }
}

fn cast_text(kind: CastKind) -> &'static str {
    match kind {
        CastKind::IntToInt => "int",
        CastKind::ToBool => "bool",
        CastKind::IntToFloat => "int-float",
        CastKind::FloatToInt => "float-int",
        CastKind::FloatToFloat => "float",
        CastKind::IntToPtr => "int-ptr",
        CastKind::PtrToInt => "ptr-int",
        CastKind::PtrToPtr => "ptr",
        CastKind::ToVoid => "void",
        CastKind::Same => "same",
    }
}

/// The operator as written.
pub(crate) fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
    }
}

/// The operator as written.
pub(crate) fn compare_text(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}

fn compound_text(op: CompoundOp) -> &'static str {
    match op {
        CompoundOp::Arith(op) => binary_text(op),
        CompoundOp::PtrAdd => "ptr+",
        CompoundOp::PtrSub => "ptr-",
    }
}

fn inc_dec_text(op: IncDecOp) -> &'static str {
    match op {
        IncDecOp::PreInc => "++x",
        IncDecOp::PreDec => "--x",
        IncDecOp::PostInc => "x++",
        IncDecOp::PostDec => "x--",
    }
}

fn builtin_text(builtin: Builtin) -> String {
    match builtin {
        Builtin::FloatClass(class) => format!("builtin {class:?}"),
        Builtin::FloatCompare(compare) => format!("builtin {compare:?}"),
        Builtin::Atomic(op) => format!("atomic {op:?}"),
        _ => format!("builtin {builtin:?}"),
    }
}
