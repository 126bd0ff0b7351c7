//! The attributes that change types, layout or control flow; the others are the optimiser's business and pass unread.

use super::Checker;
use crate::ast::{AttributeArg, AttributeId, ExprId, ExprKind};
use crate::codes;
use crate::consteval;

/// What the attributes of a declaration say to us.
#[derive(Clone, Debug, Default)]
pub(super) struct Attrs {
    pub(super) packed: bool,
    pub(super) aligned: Option<u64>,
    /// `mode(DI)` and the like: the word.
    pub(super) mode: Option<String>,
    pub(super) vector_size: Option<u64>,
    pub(super) noreturn: bool,
    /// Another file may define it instead, or nobody.
    pub(super) weak: bool,
    pub(super) transparent: bool,
    /// `constructor` or `destructor`: runs before or after `main`.
    pub(super) around_main: bool,
    /// `scalar_storage_order` of the other end than the target's.
    pub(super) reversed: bool,
    /// `cleanup(f)`: the function that a local's end calls.
    pub(super) cleanup: Option<ExprId>,
}

/// Larger alignments are not honoured by linkers, nor by gcc.
const MAX_ALIGN: i128 = 1 << 28;

impl Checker<'_> {
    pub(super) fn attrs(&mut self, ids: &[AttributeId]) -> Attrs {
        let mut attrs = Attrs::default();
        for &id in ids {
            self.attr(id, &mut attrs);
        }
        attrs
    }

    fn attr(&mut self, id: AttributeId, attrs: &mut Attrs) {
        let attribute = &self.ast.attributes[id];
        match self.name(attribute.name) {
            "packed" => attrs.packed = true,
            "noreturn" | "_Noreturn" => attrs.noreturn = true,
            "weak" | "weakref" => attrs.weak = true,
            "transparent_union" => attrs.transparent = true,
            "constructor" | "destructor" => attrs.around_main = true,
            "scalar_storage_order" => {
                let order = attribute.args.first().and_then(|arg| self.text_arg(arg));
                attrs.reversed = order.is_some_and(|order| order.starts_with("big"));
            }
            "cleanup" => {
                if let Some(AttributeArg::Expr(function)) = attribute.args.first() {
                    attrs.cleanup = Some(*function);
                }
            }
            "mode" => attrs.mode = attribute.args.first().and_then(|arg| self.word(arg)),
            "vector_size" => {
                let size = attribute.args.first().and_then(|arg| self.attr_int(arg));
                attrs.vector_size = size.and_then(|size| u64::try_from(size).ok());
            }
            "aligned" => {
                let asked = match attribute.args.first() {
                    None => Some(i128::from(self.target.max_align)),
                    Some(arg) => self.attr_int(arg),
                };
                if let Some(asked) = asked {
                    attrs.aligned = self.checked_align(asked, attribute.span).max(attrs.aligned);
                }
            }
            _ => {}
        }
    }

    /// A power of two within reason, or none after a message.
    pub(super) fn checked_align(&mut self, asked: i128, span: source::Span) -> Option<u64> {
        if asked > 0 && asked <= MAX_ALIGN && asked & (asked - 1) == 0 {
            return Some(asked as u64);
        }
        if asked != 0 {
            self.error(
                codes::BAD_SIZE,
                span,
                format!("{asked} is no alignment: a power of two is needed"),
            );
        }
        None
    }

    fn word(&self, arg: &AttributeArg) -> Option<String> {
        let AttributeArg::Expr(expr) = arg else { return None };
        let ExprKind::Name(name) = self.ast.exprs[*expr].kind else { return None };
        Some(self.name(name).trim_matches('_').to_owned())
    }

    /// The text of an argument that is a string.
    fn text_arg(&self, arg: &AttributeArg) -> Option<String> {
        let AttributeArg::Expr(expr) = arg else { return None };
        let ExprKind::Literal(literal) = self.ast.exprs[*expr].kind else { return None };
        Some(self.literal_text(literal))
    }

    fn attr_int(&mut self, arg: &AttributeArg) -> Option<i128> {
        match *arg {
            AttributeArg::Expr(expr) => {
                let value = self.value(expr);
                consteval::required_int(&self.unit, value)
            }
            AttributeArg::Type(name) => {
                let ty = self.type_name(name).ty;
                Some(self.unit.align_of(ty.ty, self.target).into())
            }
            AttributeArg::Text(_) => None,
        }
    }
}

impl Attrs {
    /// Both together.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.packed |= other.packed;
        self.aligned = self.aligned.max(other.aligned);
        self.mode = self.mode.or(other.mode);
        self.vector_size = self.vector_size.or(other.vector_size);
        self.noreturn |= other.noreturn;
        self.weak |= other.weak;
        self.transparent |= other.transparent;
        self.around_main |= other.around_main;
        self.reversed |= other.reversed;
        self.cleanup = self.cleanup.or(other.cleanup);
        self
    }
}
