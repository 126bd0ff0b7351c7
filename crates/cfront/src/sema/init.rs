//! Initialisers, flattened: designators, nested and elided braces, strings and ranges become cells at offsets
//! (C11 6.7.9).

mod cells;
mod list;

use self::cells::Cells;
use super::Checker;
use super::member::STORAGE_ORDER;
use crate::ast::{self, InitKind};
use crate::codes;
use crate::typed::{
    Definition, ExprId, ExprKind, GlobalId, GlobalKind, Init, InitCell, InitId, InitValue, LocalId,
    StaticInit,
};
use crate::types::{ArrayLen, BitField, QualTy, Ty, Type};
use source::Span;

/// The part of an object that comes next.
#[derive(Clone, Copy)]
struct Part {
    ty: Ty,
    offset: u64,
    bits: Option<BitField>,
}

impl Checker<'_> {
    pub(super) fn static_object_init(&mut self, id: GlobalId, init: ast::InitId, deduced: bool) {
        let ty = self.unit.globals[id].ty;
        let (completed, init) = self.initialise(ty.ty, init, deduced);
        self.unit.globals[id].ty.ty = completed;
        let natural = self.unit.align_of(completed, self.target);
        self.unit.globals[id].align = self.unit.globals[id].align.max(natural);
        match self.static_cells(init) {
            Some(cells) => self.unit.globals[id].init = Some(StaticInit { cells }),
            // Its value is beyond us: as good as defined elsewhere.
            None => self.unit.globals[id].definition = Definition::Extern,
        }
    }

    pub(super) fn auto_object_init(
        &mut self,
        local: LocalId,
        init: ast::InitId,
        deduced: bool,
    ) -> InitId {
        let ty = self.unit.locals[local].ty;
        let (completed, init) = self.initialise(ty.ty, init, deduced);
        self.unit.locals[local].ty.ty = completed;
        self.unit.inits.push(init)
    }

    /// `(T){…}` of a complete type, or an array that the list completes.
    pub(super) fn compound_literal_object(
        &mut self,
        ty: QualTy,
        init: ast::InitId,
        span: Span,
    ) -> ExprId {
        let (completed, init) = self.initialise(ty.ty, init, false);
        let ty = QualTy { ty: completed, ..ty };
        if self.func.is_none() {
            let id = self.literal_object(".lit", GlobalKind::CompoundLiteral, ty, span);
            match self.static_cells(init) {
                Some(cells) => self.unit.globals[id].init = Some(StaticInit { cells }),
                None => self.unit.globals[id].definition = Definition::Extern,
            }
            return self.add_lvalue(ExprKind::Global(id), ty, span);
        }
        let local = self.hidden_local(".literal", completed, span);
        let init = self.unit.inits.push(init);
        self.add_lvalue(ExprKind::CompoundLiteral { local, init }, ty, span)
    }

    /// The cells of an initialiser, and the type of the object with its length known.
    fn initialise(&mut self, ty: Ty, init: ast::InitId, deduced: bool) -> (Ty, Init) {
        let ast = self.ast;
        let span = ast.inits[init].span;
        if self.is_variable(ty) {
            self.error(
                codes::EXCESS_INIT,
                span,
                "an array of variable length cannot be initialised",
            );
            return (ty, Init::default());
        }
        match &ast.inits[init].kind {
            InitKind::Expr(expr) => self.initialise_by_value(ty, *expr, deduced, span),
            InitKind::List(items) => {
                let mut cells = Cells::default();
                let length =
                    self.braced(Part { ty, offset: 0, bits: None }, items, &mut cells, span);
                let completed = self.complete_array(ty, length, span);
                (completed, Init { zero_rest: true, cells: cells.list })
            }
        }
    }

    fn initialise_by_value(
        &mut self,
        ty: Ty,
        expr: ast::ExprId,
        deduced: bool,
        span: Span,
    ) -> (Ty, Init) {
        if let Type::Array(elem, _) = self.unit.types[ty] {
            let Some(bytes) = self.string_for(elem.ty, expr) else {
                return (ty, self.array_by_value(ty, expr, span));
            };
            let each = self.unit.size_of(elem.ty, self.target).unwrap_or(1).max(1);
            let completed = self.complete_array(ty, bytes.len() as u64 / each + 1, span);
            let bytes = self.fitted(bytes, completed, span);
            let value = InitValue::Bytes(bytes);
            let cells = vec![InitCell { offset: 0, bits: None, ty: completed, value, span }];
            return (completed, Init { zero_rest: true, cells });
        }
        let value = self.value(expr);
        let ty = if deduced { self.ty_of(value) } else { ty };
        let value = self.coerce(value, ty, "this initialiser");
        let cell = InitCell { offset: 0, bits: None, ty, value: InitValue::Expr(value), span };
        (ty, Init { zero_rest: false, cells: vec![cell] })
    }

    /// GNU: an array from a compound literal; anything else is a mistake.
    fn array_by_value(&mut self, ty: Ty, expr: ast::ExprId, span: Span) -> Init {
        let value = self.check_expr(expr);
        if self.is_error(value) {
            return Init::default();
        }
        if let ExprKind::Global(literal) = self.unit.exprs[value].kind
            && self.unit.globals[literal].kind == GlobalKind::CompoundLiteral
            && self.compatible(self.unit.globals[literal].ty.ty, ty)
        {
            let ty = self.unit.globals[literal].ty.ty;
            let value = self.add_value(ExprKind::Load(value), ty, span);
            let cell = InitCell { offset: 0, bits: None, ty, value: InitValue::Expr(value), span };
            return Init { zero_rest: true, cells: vec![cell] };
        }
        let message = "an array is initialised by a list in braces".to_owned();
        self.error_with(codes::INCOMPATIBLE, span, message, "write `{ … }`");
        Init::default()
    }

    fn complete_array(&mut self, ty: Ty, length: u64, span: Span) -> Ty {
        match self.unit.types[ty] {
            Type::Array(elem, ArrayLen::Incomplete) => {
                self.array_of(elem, ArrayLen::Known(length), span)
            }
            _ => ty,
        }
    }

    /// Initialises a part from a braced list; the number of elements seen if it is an array.
    fn braced(
        &mut self,
        part: Part,
        items: &[ast::InitItem],
        cells: &mut Cells,
        span: Span,
    ) -> u64 {
        self.deeper(span, 0, |cx| match cx.unit.types[part.ty] {
            Type::Error => {
                items.iter().for_each(|item| cx.check_silently(item.init));
                0
            }
            Type::Array(elem, _) if cx.lone_string(elem.ty, items).is_some() => {
                let bytes = cx.lone_string(elem.ty, items).expect("just seen");
                let each = cx.unit.size_of(elem.ty, cx.target).unwrap_or(1).max(1);
                let length = bytes.len() as u64 / each + 1;
                cx.add_string(part, bytes, cells, span);
                length
            }
            Type::Record(record) if cx.unit.records[record].reversed => {
                items.iter().for_each(|item| cx.check_silently(item.init));
                let value = cx.unsupported(STORAGE_ORDER, Vec::new(), part.ty, span);
                cx.add_value_cell(part, value, cells);
                0
            }
            Type::Array(..) | Type::Record(_) => cx.list(part, items, cells, span),
            Type::Vector(..) | Type::Complex(_) => {
                items.iter().for_each(|item| cx.check_silently(item.init));
                let value = cx.unsupported("vector types", Vec::new(), part.ty, span);
                cx.add_value_cell(part, value, cells);
                0
            }
            _ => {
                cx.braced_scalar(part, items, cells, span);
                0
            }
        })
    }

    /// Uses names in an initialiser whose object is wrong, without further complaint about types.
    fn check_silently(&mut self, init: ast::InitId) {
        if let InitKind::Expr(expr) = self.ast.inits[init].kind {
            self.check_expr(expr);
        }
    }

    fn braced_scalar(
        &mut self,
        part: Part,
        items: &[ast::InitItem],
        cells: &mut Cells,
        span: Span,
    ) {
        let Some(first) = items.first() else { return };
        if items.len() > 1 || !first.designators.is_empty() {
            self.warn(codes::EXCESS_INIT, span, "more than one value is given for a scalar");
        }
        match &self.ast.inits[first.init].kind {
            InitKind::Expr(expr) => {
                let value = self.value(*expr);
                self.add_value_cell(part, value, cells);
            }
            InitKind::List(inner) => {
                self.braced(part, inner, cells, span);
            }
        }
    }
}
