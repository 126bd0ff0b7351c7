//! Cells: what an initialiser puts where. A later cell takes the place of an earlier one; those of static objects are constants.

use super::Part;
use crate::ast::{self, InitKind, LiteralKind};
use crate::codes;
use crate::consteval;
use crate::sema::Checker;
use crate::target::wrap_bits;
use crate::typed::{
    ConstValue, ExprId, ExprKind, GlobalKind, Init, InitCell, InitValue, StaticCell,
};
use crate::types::{RecordId, Ty};
use source::Span;
use std::collections::BTreeMap;

/// Cells found so far.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) list: Vec<InitCell>,
    /// One past the last bit given a value; only below it can anything be overwritten.
    end_bit: u64,
    /// Which member of a union was named last, by where the union begins.
    pub(super) members: BTreeMap<(u64, RecordId), u32>,
}

impl Checker<'_> {
    pub(super) fn add_string(&mut self, part: Part, bytes: Vec<u8>, cells: &mut Cells, span: Span) {
        let bytes = self.fitted(bytes, part.ty, span);
        let value = InitValue::Bytes(bytes);
        self.add_cell(
            InitCell { offset: part.offset, bits: None, ty: part.ty, value, span },
            cells,
        );
    }

    /// A string cut to the length of its array; the final zero may be missing.
    pub(super) fn fitted(&mut self, mut bytes: Vec<u8>, array: Ty, span: Span) -> Vec<u8> {
        if let Some(size) = self.unit.size_of(array, self.target)
            && bytes.len() as u64 > size
        {
            self.warn(codes::EXCESS_INIT, span, "this string is longer than its array");
            bytes.truncate(size as usize);
        }
        bytes
    }

    pub(super) fn add_value_cell(&mut self, part: Part, value: ExprId, cells: &mut Cells) {
        let value = self.coerce(value, part.ty, "this initialiser");
        let span = self.span_of(value);
        let (ty, value) = (part.ty, InitValue::Expr(value));
        let cell = InitCell { offset: part.offset, bits: part.bits, ty, value, span };
        self.add_cell(cell, cells);
    }

    pub(super) fn add_cell(&self, cell: InitCell, cells: &mut Cells) {
        let (start, len) = self.bit_extent(&cell);
        cells.drop_range(start, len, |cell| self.bit_extent(cell));
        cells.end_bit = cells.end_bit.max(start.saturating_add(len));
        cells.list.push(cell);
    }

    /// First bit and number of bits of a cell.
    pub(super) fn bit_extent(&self, cell: &InitCell) -> (u64, u64) {
        let start = cell.offset.saturating_mul(8);
        if let Some(bits) = cell.bits {
            (start.saturating_add(u64::from(bits.offset)), u64::from(bits.width))
        } else {
            let bytes = match &cell.value {
                InitValue::Bytes(bytes) => bytes.len() as u64,
                InitValue::Expr(_) => 0,
            };
            let size = self.unit.size_of(cell.ty, self.target).unwrap_or(bytes);
            (start, size.saturating_mul(8))
        }
    }

    pub(super) fn lone_string(&self, elem: Ty, items: &[ast::InitItem]) -> Option<Vec<u8>> {
        let [item] = items else { return None };
        let InitKind::Expr(expr) = self.ast.inits[item.init].kind else { return None };
        if item.designators.is_empty() { self.string_for(elem, expr) } else { None }
    }

    /// The bytes of a string literal, if it can initialise an array of these elements.
    pub(super) fn string_for(&self, elem: Ty, expr: ast::ExprId) -> Option<Vec<u8>> {
        let mut expr = expr;
        while let ast::ExprKind::Paren(inner) = self.ast.exprs[expr].kind {
            expr = inner;
        }
        let ast::ExprKind::Literal(id) = self.ast.exprs[expr].kind else { return None };
        let LiteralKind::Str(string) = &self.ast.literals[id].kind else { return None };
        let own = self.string_element(string.encoding);
        let is_char = |ty| matches!(ty, Ty::CHAR | Ty::SCHAR | Ty::UCHAR);
        let fits = own == elem || is_char(own) && is_char(elem) || {
            let (a, b) = (self.int_kind(own)?, self.int_kind(elem)?);
            !is_char(own) && crate::target::to_unsigned(a) == crate::target::to_unsigned(b)
        };
        fits.then(|| self.string_bytes(string, own))
    }

    /// The cells as constants; reports those that are none. None if some value is beyond us.
    pub(super) fn static_cells(&mut self, init: Init) -> Option<Vec<StaticCell>> {
        let (mut cells, mut known) = (Vec::new(), true);
        for cell in init.cells {
            let InitCell { offset, bits, ty, value, span } = cell;
            let value = match value {
                InitValue::Bytes(bytes) => ConstValue::Bytes(bytes),
                InitValue::Expr(value) => {
                    if let Some(inner) = self.literal_cells(value, offset) {
                        cells.extend(inner);
                        continue;
                    }
                    if let Some(value) = consteval::required(&self.unit, value) {
                        value.clone()
                    } else {
                        known &= self.is_error(value) || self.report_not_constant(value);
                        continue;
                    }
                }
            };
            let value = match (value, bits) {
                (ConstValue::Int(value), Some(bits)) => {
                    ConstValue::Int(wrap_bits(value, bits.width, bits.signed))
                }
                (value, _) => value,
            };
            cells.push(StaticCell { offset, bits, ty, value, span });
        }
        cells.sort_by_key(|cell| (cell.offset, cell.bits.map_or(0, |bits| bits.offset)));
        known.then_some(cells)
    }

    /// A compound literal as the value of a static object (GNU): its cells, moved.
    fn literal_cells(&self, value: ExprId, offset: u64) -> Option<Vec<StaticCell>> {
        let ExprKind::Load(place) = self.unit.exprs[value].kind else { return None };
        let ExprKind::Global(id) = self.unit.exprs[place].kind else { return None };
        let literal = &self.unit.globals[id];
        if literal.kind != GlobalKind::CompoundLiteral {
            return None;
        }
        let cells = literal.init.as_ref()?.cells.iter();
        Some(
            cells.map(|cell| StaticCell { offset: cell.offset + offset, ..cell.clone() }).collect(),
        )
    }

    /// False if the value is one that we do not model; reports it otherwise.
    fn report_not_constant(&mut self, value: ExprId) -> bool {
        if self.mentions_unsupported(value) {
            return false;
        }
        let message = "an object with static storage needs a constant initialiser";
        self.error(codes::NOT_CONSTANT_INIT, self.span_of(value), message);
        true
    }

    fn mentions_unsupported(&self, value: ExprId) -> bool {
        match &self.unit.exprs[value].kind {
            ExprKind::Unsupported(..) => true,
            ExprKind::Cast(_, arg) => {
                matches!(self.unit.exprs[*arg].kind, ExprKind::Unsupported(..))
            }
            _ => false,
        }
    }
}

impl Cells {
    /// Forgets cells that lie wholly inside a range of bits.
    pub(super) fn drop_range(
        &mut self,
        start: u64,
        len: u64,
        extent: impl Fn(&InitCell) -> (u64, u64),
    ) {
        if start >= self.end_bit {
            return;
        }
        let end = start.saturating_add(len);
        self.list.retain(|cell| {
            let (first, bits) = extent(cell);
            first < start || first.saturating_add(bits) > end
        });
    }
}
