//! Initialisers, flattened: designators, nested and elided braces, strings and ranges become cells at offsets
//! (C11 6.7.9).

use super::Checker;
use super::member::STORAGE_ORDER;
use crate::ast::{self, Designator, InitKind, LiteralKind};
use crate::codes;
use crate::consteval;
use crate::target::wrap_bits;
use crate::typed::{
    ConstValue, Definition, ExprId, ExprKind, GlobalId, GlobalKind, Init, InitCell, InitId,
    InitValue, LocalId, StaticCell, StaticInit,
};
use crate::types::{ArrayLen, BitField, QualTy, RecordKind, Ty, Type};
use source::Span;

/// The part of an object that comes next.
#[derive(Clone, Copy)]
struct Part {
    ty: Ty,
    offset: u64,
    bits: Option<BitField>,
}

/// An aggregate being filled, and which of its parts comes next.
struct Frame {
    ty: Ty,
    offset: u64,
    index: u64,
    /// How many parts it has; none for an array that is as long as its initialiser.
    count: Option<u64>,
}

/// A GNU range `[lo ... hi]`: the cells of its first element are repeated.
struct Repeat {
    extra: u64,
    stride: u64,
}

/// Cells found so far.
#[derive(Default)]
struct Cells {
    list: Vec<InitCell>,
    /// One past the last bit given a value; only below it can anything be overwritten.
    end_bit: u64,
}

/// More cells than this are refused: a range that long is a mistake, or beyond use.
const MAX_CELLS: usize = 1 << 22;

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

    fn list(&mut self, part: Part, items: &[ast::InitItem], cells: &mut Cells, span: Span) -> u64 {
        let mut stack = vec![self.frame(part.ty, part.offset)];
        let mut length = 0;
        for item in items {
            let Some((part, repeats)) = self.next_part(item, &mut stack, cells, span) else {
                continue;
            };
            let before = cells.list.len();
            self.fill(part, item.init, &mut stack, cells);
            length = length.max(stack[0].index + 1);
            self.repeat(before, &repeats, &mut stack, cells, span);
            length = length.max(stack[0].index + 1);
            if let Some(top) = stack.last_mut() {
                top.index += 1;
            }
        }
        length
    }

    fn frame(&self, ty: Ty, offset: u64) -> Frame {
        let count = match &self.unit.types[ty] {
            Type::Array(_, ArrayLen::Known(n)) => Some(*n),
            Type::Array(..) => None,
            Type::Record(id) => {
                let record = &self.unit.records[*id];
                let n = record.fields.len() as u64;
                Some(if record.kind == RecordKind::Union { n.min(1) } else { n })
            }
            _ => Some(0),
        };
        Frame { ty, offset, index: 0, count }
    }

    /// The part at a frame's index.
    fn part(&self, frame: &Frame) -> Part {
        match &self.unit.types[frame.ty] {
            Type::Array(elem, _) => {
                let stride = self.unit.size_of(elem.ty, self.target).unwrap_or(0);
                let offset = frame.offset.saturating_add(frame.index.saturating_mul(stride));
                Part { ty: elem.ty, offset, bits: None }
            }
            Type::Record(id) => match self.unit.records[*id].fields.get(frame.index as usize) {
                Some(field) => {
                    Part { ty: field.ty.ty, offset: frame.offset + field.offset, bits: field.bits }
                }
                None => Part { ty: Ty::ERROR, offset: frame.offset, bits: None },
            },
            _ => Part { ty: Ty::ERROR, offset: frame.offset, bits: None },
        }
    }

    /// Where the next item goes; none (after a message) if there is no place for it.
    fn next_part(
        &mut self,
        item: &ast::InitItem,
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
        span: Span,
    ) -> Option<(Part, Vec<Repeat>)> {
        if !item.designators.is_empty() {
            return self.designated_part(
                &item.designators,
                stack,
                cells,
                self.ast.inits[item.init].span,
            );
        }
        loop {
            let top = stack.last().expect("the outermost frame stays until an item is refused");
            if top.count.is_none_or(|count| top.index < count) {
                return Some((self.part(top), Vec::new()));
            }
            if stack.len() == 1 {
                let at = self.ast.inits[item.init].span;
                self.warn(
                    codes::EXCESS_INIT,
                    if at.is_none() { span } else { at },
                    "this value has no place",
                );
                self.check_silently(item.init);
                return None;
            }
            stack.pop();
            if let Some(top) = stack.last_mut() {
                top.index += 1;
            }
        }
    }

    fn designated_part(
        &mut self,
        designators: &[Designator],
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
        span: Span,
    ) -> Option<(Part, Vec<Repeat>)> {
        stack.truncate(1);
        let mut repeats = Vec::new();
        for (position, designator) in designators.iter().enumerate() {
            if position > 0 {
                let part = self.part(stack.last().expect("the outermost frame is there"));
                stack.push(self.frame(part.ty, part.offset));
            }
            match *designator {
                Designator::Field(name) => self.designate_field(name, stack, cells)?,
                Designator::Index(index) => {
                    let index = self.designated_index(index, stack, span)?;
                    stack.last_mut()?.index = index;
                }
                Designator::Range(lo, hi) => {
                    let lo = self.designated_index(lo, stack, span)?;
                    let hi = self.designated_index(hi, stack, span)?;
                    stack.last_mut()?.index = lo;
                    let stride = self.stride(stack.last()?);
                    repeats.push(Repeat { extra: hi.saturating_sub(lo), stride });
                }
            }
        }
        Some((self.part(stack.last()?), repeats))
    }

    fn stride(&self, frame: &Frame) -> u64 {
        let elem = self.unit.types.element(frame.ty);
        elem.and_then(|elem| self.unit.size_of(elem.ty, self.target)).unwrap_or(0)
    }

    fn designate_field(
        &mut self,
        name: ast::Ident,
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
    ) -> Option<()> {
        let ty = stack.last()?.ty;
        let Some(record) = self.unit.types.record(ty) else {
            if ty != Ty::ERROR {
                let (field, ty) = (self.name(name.name), self.show(ty));
                self.error(
                    codes::BAD_DESIGNATOR,
                    name.span,
                    format!("`{ty}` has no member `{field}`"),
                );
            }
            return None;
        };
        let path = self.designated(record, name.name, name.span)?;
        for (position, &index) in path.iter().enumerate() {
            if position > 0 {
                let part = self.part(stack.last()?);
                stack.push(self.frame(part.ty, part.offset));
            }
            let top = stack.last_mut()?;
            top.index = u64::from(index);
            let Type::Record(id) = self.unit.types[top.ty] else { return None };
            if self.unit.records[id].kind == RecordKind::Union {
                // Another member of the union takes the place of what was there.
                let (start, size) = (top.offset, self.unit.records[id].size);
                top.count = Some(u64::from(index) + 1);
                cells.drop_range(start.saturating_mul(8), size.saturating_mul(8), |cell| {
                    self.bit_extent(cell)
                });
            }
        }
        Some(())
    }

    fn designated_index(&mut self, index: ast::ExprId, stack: &[Frame], span: Span) -> Option<u64> {
        let frame = stack.last()?;
        if !matches!(self.unit.types[frame.ty], Type::Array(..)) {
            if frame.ty != Ty::ERROR {
                self.error(
                    codes::BAD_DESIGNATOR,
                    span,
                    format!("`{}` has no elements", self.show(frame.ty)),
                );
            }
            return None;
        }
        let count = frame.count;
        let value = self.value(index);
        if self.is_error(value) {
            return None;
        }
        let constant = consteval::required_int(&self.unit, value);
        let fits = constant.and_then(|index| u64::try_from(index).ok());
        let fits = fits.filter(|&index| count.is_none_or(|count| index < count) && index < 1 << 40);
        if fits.is_none() {
            let message = match constant {
                Some(index) => format!("the array has no element {index}"),
                None => "the index of an element must be a constant".to_owned(),
            };
            self.error(codes::BAD_DESIGNATOR, self.span_of(value), message);
        }
        fits
    }

    /// Gives an item to a part, going down into aggregates as far as elided braces require.
    fn fill(
        &mut self,
        mut part: Part,
        init: ast::InitId,
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
    ) {
        let ast = self.ast;
        let span = ast.inits[init].span;
        let expr = match &ast.inits[init].kind {
            InitKind::List(items) => {
                let size = self.unit.size_of(part.ty, self.target).unwrap_or(0);
                if part.bits.is_none() {
                    let (start, len) = (part.offset.saturating_mul(8), size.saturating_mul(8));
                    cells.drop_range(start, len, |cell| self.bit_extent(cell));
                }
                self.braced(part, items, cells, span);
                return;
            }
            InitKind::Expr(expr) => *expr,
        };
        let mut value = None;
        loop {
            match self.unit.types[part.ty] {
                Type::Array(elem, _) => {
                    if let Some(bytes) = self.string_for(elem.ty, expr) {
                        return self.add_string(part, bytes, cells, span);
                    }
                }
                Type::Record(_) => {
                    let value = *value.get_or_insert_with(|| self.value(expr));
                    if self.compatible(self.ty_of(value), part.ty) {
                        return self.add_value_cell(part, value, cells);
                    }
                }
                _ => {
                    let value = value.unwrap_or_else(|| self.value(expr));
                    return self.add_value_cell(part, value, cells);
                }
            }
            let inner = self.frame(part.ty, part.offset);
            if inner.count == Some(0) {
                self.warn(codes::EXCESS_INIT, span, "this value has no place");
                return;
            }
            part = self.part(&inner);
            stack.push(inner);
        }
    }

    fn repeat(
        &mut self,
        before: usize,
        repeats: &[Repeat],
        stack: &mut Vec<Frame>,
        cells: &mut Cells,
        span: Span,
    ) {
        for repeat in repeats.iter().rev() {
            let made = cells.list.len().saturating_sub(before);
            let total = (made as u64).saturating_mul(repeat.extra);
            if total > MAX_CELLS as u64 {
                self.error(codes::BAD_DESIGNATOR, span, "this range of elements is too long");
                return;
            }
            let pattern: Vec<_> = cells.list.get(before..).unwrap_or(&[]).to_vec();
            for turn in 1..=repeat.extra {
                for cell in &pattern {
                    let offset = cell.offset.saturating_add(turn.saturating_mul(repeat.stride));
                    self.add_cell(InitCell { offset, ..cell.clone() }, cells);
                }
            }
        }
        if let [only] = repeats {
            // What follows goes after the last element of the range.
            let stride = only.stride;
            while stack.len() > 1 && self.stride(&stack[stack.len() - 1]) != stride {
                stack.pop();
            }
            if let Some(top) = stack.last_mut() {
                top.index += only.extra;
            }
        }
    }

    fn add_string(&mut self, part: Part, bytes: Vec<u8>, cells: &mut Cells, span: Span) {
        let bytes = self.fitted(bytes, part.ty, span);
        let value = InitValue::Bytes(bytes);
        self.add_cell(
            InitCell { offset: part.offset, bits: None, ty: part.ty, value, span },
            cells,
        );
    }

    /// A string cut to the length of its array; the final zero may be missing.
    fn fitted(&mut self, mut bytes: Vec<u8>, array: Ty, span: Span) -> Vec<u8> {
        if let Some(size) = self.unit.size_of(array, self.target)
            && bytes.len() as u64 > size
        {
            self.warn(codes::EXCESS_INIT, span, "this string is longer than its array");
            bytes.truncate(size as usize);
        }
        bytes
    }

    fn add_value_cell(&mut self, part: Part, value: ExprId, cells: &mut Cells) {
        let value = self.coerce(value, part.ty, "this initialiser");
        let span = self.span_of(value);
        let (ty, value) = (part.ty, InitValue::Expr(value));
        let cell = InitCell { offset: part.offset, bits: part.bits, ty, value, span };
        self.add_cell(cell, cells);
    }

    fn add_cell(&self, cell: InitCell, cells: &mut Cells) {
        let (start, len) = self.bit_extent(&cell);
        cells.drop_range(start, len, |cell| self.bit_extent(cell));
        cells.end_bit = cells.end_bit.max(start.saturating_add(len));
        cells.list.push(cell);
    }

    /// First bit and number of bits of a cell.
    fn bit_extent(&self, cell: &InitCell) -> (u64, u64) {
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

    fn lone_string(&self, elem: Ty, items: &[ast::InitItem]) -> Option<Vec<u8>> {
        let [item] = items else { return None };
        let InitKind::Expr(expr) = self.ast.inits[item.init].kind else { return None };
        if item.designators.is_empty() { self.string_for(elem, expr) } else { None }
    }

    /// The bytes of a string literal, if it can initialise an array of these elements.
    fn string_for(&self, elem: Ty, expr: ast::ExprId) -> Option<Vec<u8>> {
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
    fn static_cells(&mut self, init: Init) -> Option<Vec<StaticCell>> {
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
    fn drop_range(&mut self, start: u64, len: u64, extent: impl Fn(&InitCell) -> (u64, u64)) {
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
